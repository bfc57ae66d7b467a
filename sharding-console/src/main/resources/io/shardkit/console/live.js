/* What the last polls told: the report, the counts, and what follows from both. */
(() => {
  'use strict';
  const HOT = 2;
  const CALLS_EACH = 10;
  const live = {report: null, history: null, rows: null, databases: null, advice: {}, units: {}, rates: {}, total: {}, showsRows: false};
  let before = null;

  const sum = list => list.reduce((total, each) => total + each, 0);

  /* The upper bound of the bucket that contains this percentile. */
  function percentile(bounds, counts, part) {
    const all = sum(counts);
    let seen = 0;
    for (let i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (all > 0 && seen >= all * part) { return bounds[i]; }
    }
    return null;
  }

  function rates(bounds, now, last, seconds) {
    const fresh = now.latencies.map((many, i) => many - (last ? last.latencies[i] : 0));
    return {
      perSecond: sum(fresh) / seconds, median: percentile(bounds, fresh, 0.5), p95: percentile(bounds, fresh, 0.95),
      failures: now.failures, failing: now.failures - (last ? last.failures : 0), all: sum(now.latencies)
    };
  }

  function counted(traffic) {
    const now = Date.now();
    if (before) {
      const seconds = Math.max(0.001, (now - before.at) / 1000);
      live.total = rates(traffic.bounds, traffic.statements, before.traffic.statements, seconds);
      Object.keys(traffic.dataSources).forEach(name => {
        live.rates[name] = rates(traffic.bounds, traffic.dataSources[name], before.traffic.dataSources[name], seconds);
      });
    }
    live.units = traffic.units;
    before = {at: now, traffic: traffic};
  }

  function value(unit) {
    const of = live.showsRows ? (live.rows ? live.rows.units : {}) : live.units;
    const found = of[unit.toLowerCase()];
    return found === undefined ? of[unit] : found;
  }

  /* The units of a table, each with its part of the most and how far it is above the mean. */
  function unitsOf(table) {
    const units = table.nodes.map(node => {
      const source = node.substring(0, node.indexOf('.'));
      const name = node.substring(node.lastIndexOf('.') + 1);
      const unit = source + '.' + name;
      return {source: source, name: name, unit: unit, value: value(unit)};
    });
    const all = units.map(each => each.value || 0);
    const total = sum(all);
    const most = Math.max.apply(null, all.concat([1]));
    units.forEach((each, i) => {
      each.share = all[i] / most;
      each.times = total === 0 ? 0 : all[i] * all.length / total;
      each.hot = all.length > 1 && total >= CALLS_EACH * all.length && each.times > HOT;
    });
    return units;
  }

  /* The unit that is furthest above the mean of its table, of those with traffic. */
  function hottest() {
    let found = null;
    live.report.topology.tables.forEach(table => unitsOf(table).forEach(unit => {
      if (unit.value && (!found || unit.hot && !found.hot || unit.hot === found.hot && unit.times > found.times)) {
        found = Object.assign({table: table.name}, unit);
      }
    }));
    return found;
  }

  /* A data source without traffic is known to be down only because it was asked. */
  const isSilent = source => live.databases !== null && live.databases.unknown.indexOf(source.name) >= 0;

  const isDown = source => !source.reachable || isSilent(source);

  const reach = source => !source.reachable ? shardkit.badge('bad', 'unreachable')
    : isSilent(source) ? shardkit.badge('bad', 'no answer') : shardkit.badge('good', 'reachable');

  /* What of the history is of this process, as parts: times in seconds, and values of each. */
  function past() {
    const history = live.history;
    const step = history.stepMillis / 1000;
    const until = history.untilMillis / 1000;
    const many = history.statements.counts.length;
    const started = shardkit.instance ? Date.parse(shardkit.instance.startedAt) / 1000 : 0;
    const times = history.statements.counts.map((count, i) => until - (many - i) * step);
    const first = times.filter(each => each + step < started).length;
    return {
      times: times.slice(first),
      perSecond: history.statements.counts.slice(first).map(each => each / step),
      p95: history.statements.p95.slice(first).map(each => each || null),
      failures: history.statements.failures.slice(first)
    };
  }

  /* The last seconds, or before they are known the last step of the history. */
  function now() {
    if (!live.history || live.total.perSecond !== undefined) { return live.total; }
    const last = past();
    return {perSecond: last.perSecond[last.perSecond.length - 1], p95: last.p95[last.p95.length - 1]};
  }

  Object.assign(live, {counted, unitsOf, hottest, past, now, isDown, reach, sum});
  shardkit.live = live;
})();
