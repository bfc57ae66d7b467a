/* Curves over time, drawn by uPlot. A browser that cannot run it shows their last values alone. */
(() => {
  'use strict';
  const HEIGHT = 150;
  const BRIEF = 240;
  const waiting = [];
  let state = 'absent';

  function whenThere(then) {
    if (state === 'there') { then(); return; }
    waiting.push(then);
    if (state !== 'absent' || typeof ResizeObserver !== 'function') { return; }
    state = 'asked';
    const script = shardkit.make('script', {src: document.body.getAttribute('data-console') + '/uplot.js'});
    script.onload = () => { state = 'there'; waiting.splice(0).forEach(each => each()); };
    document.head.appendChild(script);
  }

  const clock = seconds => new Date(seconds * 1000).toLocaleTimeString('en-GB');

  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function axis(values) {
    return {
      stroke: colour('--dim'), font: '12px system-ui, sans-serif', size: 52, gap: 4, values: values,
      grid: {stroke: colour('--line'), width: 1}, ticks: {show: false}
    };
  }

  /* Seconds are shown only where minutes would repeat themselves. */
  function moments(self, times) {
    const isShort = times.length > 1 && times[1] - times[0] < 60;
    return times.map(each => clock(each).substring(0, isShort ? 8 : 5));
  }

  /* A chart in an element; unit writes a value, and bars draws events instead of a curve. */
  function chart(id, name, unit, bars) {
    const caption = shardkit.at(id + '-caption');
    const place = shardkit.at(id);
    let plot = null;
    let data = [[], []];

    const written = value => value === null || value === undefined ? 'none' : unit(value);

    function tell(i) {
      const last = data[0].length - 1;
      const isLast = i === null || i === undefined || i > last;
      const value = data[1][isLast ? last : i];
      shardkit.fill(caption.id, [name + ' ', shardkit.make('strong', {}, last < 0 ? '' : written(value)),
        isLast ? '' : ' at ' + clock(data[0][i])]);
    }

    function draw() {
      if (plot) { plot.destroy(); }
      const line = {stroke: colour(bars ? '--bad' : '--accent'), width: 2, points: {show: false}, spanGaps: true};
      line.fill = colour(bars ? '--bad' : '--area');
      if (bars) { line.paths = uPlot.paths.bars({size: [0.9, 24]}); line.width = 0; }
      plot = new uPlot({
        width: place.clientWidth || 300, height: HEIGHT, padding: [8, 24, 0, 0], legend: {show: false},
        cursor: {y: false, points: {size: 7}, drag: {x: false, y: false}},
        scales: {y: {range: (self, low, high) => [0, Math.max(high * 1.1, bars ? 4 : 0.001)]}},
        axes: [
          Object.assign(axis(moments), {size: 26, space: (self, axis, from, to) => to - from < BRIEF ? 70 : 42}),
          axis((self, values) => values.map(each => each === 0 ? '0' : unit(each).replace(/\.0+(?!\d)/, '')))
        ],
        series: [{}, line],
        hooks: {setCursor: [self => tell(self.cursor.idx)]}
      }, data, place);
    }

    function show(times, values) {
      data = [times, values];
      tell(null);
      const known = values.filter(each => each !== null);
      place.setAttribute('role', 'img');
      place.setAttribute('aria-label', name + ', ' + times.length + ' values of the last hour: now '
        + written(values[values.length - 1]) + ', at most ' + (known.length ? unit(Math.max.apply(null, known)) : 'none'));
      whenThere(() => {
        if (plot) { plot.setData(data); } else { draw(); }
        place.setAttribute('data-points', String(data[0].length));
      });
    }

    whenThere(() => {
      new ResizeObserver(() => {
        if (plot && place.clientWidth) { plot.setSize({width: place.clientWidth, height: HEIGHT}); }
      }).observe(place);
      window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (plot) { draw(); } });
    });
    return {show: show};
  }

  shardkit.chart = chart;
})();
