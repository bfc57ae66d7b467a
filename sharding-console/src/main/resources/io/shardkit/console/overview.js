/* Is all well? The findings first, then figures, curves and the picture of the data sources. */
(() => {
  'use strict';
  const {make, link, live} = shardkit;
  const RECENT_MILLIS = 300000;
  const charts = {};

  /* Findings that need attention, the worst first: kind, text, and the view with more. */
  function findings() {
    const report = live.report;
    const found = [];
    const add = (kind, text, view) => found.push({kind: kind, text: text, view: view});
    report.dataSources.filter(live.isDown).forEach(each => add('bad', each.name + (each.reachable
      ? ' does not answer' : ' is unreachable: the last attempt to connect failed'), '#/databases'));
    const stuck = report.inDoubt.filter(each => each.stuck).length;
    if (stuck) { add('bad', shardkit.plural(stuck, 'part') + ' of in-doubt transactions could not be ended', '#/transactions'); }
    report.leases.filter(each => each.failing).forEach(each =>
      add('bad', 'The worker id of ' + each.generator + ' is not renewed', '#/tables'));
    report.dataSources.filter(each => each.pool && each.pool.waiting).forEach(each =>
      add('warn', each.name + ': ' + shardkit.plural(each.pool.waiting, 'thread') + ' waiting for a connection', '#/databases'));
    report.dataSources.forEach(each => each.replicas.filter(replica => !replica.usable).forEach(replica =>
      add('warn', 'Replica ' + replica.name + ' of ' + each.name + ' is not used: ' + replica.reason, '#/databases')));
    const doubt = report.inDoubt.length - stuck;
    if (doubt) { add('warn', shardkit.plural(doubt, 'part') + ' of transactions in doubt', '#/transactions'); }
    if (!live.showsRows) { report.topology.tables.forEach(table => hot(table).forEach(text => add('warn', text, 'heat'))); }
    const recent = recently();
    if (recent.failures) {
      add('warn', shardkit.count(recent.failures) + ' of ' + shardkit.count(recent.statements)
        + ' statements of the last five minutes failed or were refused', report.refusals.length ? '#/refusals' : '#/statements/errors');
    }
    return found;
  }

  /* One line for a table, however many of its units are hot. */
  function hot(table) {
    const units = live.unitsOf(table).filter(unit => unit.hot).sort((one, other) => other.times - one.times);
    return units.slice(0, 1).map(first => first.unit + (units.length === 1 ? ' is hot: '
      : ' and ' + shardkit.plural(units.length - 1, 'other unit') + ' are hot: ')
      + first.times.toFixed(1) + ' times the mean of ' + table.name);
  }

  function recently() {
    if (!live.history) { return {failures: 0, statements: 0}; }
    const steps = Math.ceil(RECENT_MILLIS / live.history.stepMillis);
    return {
      failures: live.sum(live.history.statements.failures.slice(-steps)),
      statements: live.sum(live.history.statements.counts.slice(-steps))
    };
  }

  function showVerdict() {
    const found = findings();
    const worst = found.length === 0 ? 'good' : found[0].kind;
    shardkit.at('verdict').className = 'verdict ' + worst;
    const sources = live.report.dataSources.length;
    shardkit.fill('verdict', found.length === 0 ? [make('p', {'class': 'says'}, 'All is well'),
      make('p', {}, (sources === 1 ? 'The data source answers' : 'All ' + sources + ' data sources answer')
        + ', no transaction is in doubt, and no unit is hot.')]
      : [make('p', {'class': 'says'}, worst === 'bad' ? 'Something is wrong' : 'Look at this'),
        make('ul', {}, found.map(each => make('li', {'class': each.kind}, link(each.view === 'heat'
          ? document.body.getAttribute('data-console') + '/heat' : each.view, each.text))))]);
  }

  function tile(name, value, detail, kind) {
    return make('li', {'class': kind || ''}, [make('span', {'class': 'term'}, name),
      make('strong', {}, value), make('span', {'class': 'dim'}, detail)]);
  }

  function showTiles() {
    const report = live.report;
    const total = live.now();
    const down = report.dataSources.filter(live.isDown);
    const hottest = live.hottest();
    const recent = recently();
    const doubted = report.inDoubt.length ? 'oldest ' + shardkit.duration(Math.max.apply(null, report.inDoubt.map(each => each.ageSeconds)))
      : down.length ? 'not known of ' + down.map(each => each.name).join(', ') : 'no transaction';
    const refused = live.sum(report.refusals.map(each => each.count));
    shardkit.fill('tiles', [
      tile('Throughput', shardkit.rate(total.perSecond), 'statements of this instance'),
      tile('p95', shardkit.time(total.p95) || shardkit.NONE, 'median ' + (shardkit.time(total.median) || shardkit.NONE)),
      tile('Errors', shardkit.count(recent.failures), 'in 5 min; ' + shardkit.count(refused) + ' refused since the start',
        recent.failures ? 'warn' : ''),
      tile('Hottest unit', hottest ? hottest.unit : shardkit.NONE,
        hottest ? hottest.times.toFixed(1) + '\u00d7 the mean of ' + hottest.table : 'no traffic yet',
        hottest && hottest.hot ? 'warn named' : 'named'),
      tile('In doubt', shardkit.count(report.inDoubt.length), doubted, report.inDoubt.length ? 'bad' : ''),
      tile('Data sources down', down.length + ' of ' + report.dataSources.length,
        down.map(each => each.name).join(', ') || 'all answer', down.length ? 'bad' : '')
    ]);
  }

  function showCurves() {
    if (!live.history) { return; }
    if (!charts.throughput) {
      charts.throughput = shardkit.chart('throughput', 'Statements', shardkit.rate);
      charts.latency = shardkit.chart('latency', 'Time, 95 %', shardkit.time);
      charts.failures = shardkit.chart('failures', 'Failed or refused', each => shardkit.count(Math.round(each)), true);
    }
    const past = live.past();
    charts.throughput.show(past.times, past.perSecond);
    charts.latency.show(past.times, past.p95);
    charts.failures.show(past.times, past.failures);
    if (live.report) { showTiles(); }
  }

  function show() { showVerdict(); showTiles(); shardkit.topology.show(); }

  shardkit.views.overview = {show: show, showCurves: showCurves};
})();
