/* The databases, their pools and their replicas. */
(() => {
  'use strict';
  const {make, cell, badge, numeric, live} = shardkit;
  const LONG_SECONDS = 60;

  function fact(value, text, isBad) {
    return cell(value === null || value === undefined ? shardkit.NONE : text(value), isBad ? 'number bad' : 'number');
  }

  function database(source) {
    const known = live.databases && live.databases.dataSources[source.name] || {};
    return make('tr', {}, [
      shardkit.row(source.name), cell(live.reach(source)), cell(known.version || shardkit.NONE),
      fact(known.bytes, shardkit.bytes), fact(known.transactions, shardkit.count),
      fact(known.oldestSeconds, shardkit.duration, known.oldestSeconds > LONG_SECONDS),
      fact(known.waiting, shardkit.count, known.waiting > 0)
    ]);
  }

  function pool(source) {
    const rate = live.rates[source.name] || {};
    const of = source.pool || {};
    const connections = !source.pool ? cell(shardkit.NONE, 'number')
      : shardkit.share((of.active || 0) / of.maximum, (of.active || 0) + ' of ' + of.maximum);
    return make('tr', {}, [
      shardkit.row(source.name), cell(shardkit.rate(rate.perSecond), 'number'),
      cell(shardkit.time(rate.median) || shardkit.NONE, 'number'), cell(shardkit.time(rate.p95) || shardkit.NONE, 'number'),
      fact(rate.failures, shardkit.count, rate.failures > 0), connections,
      fact(of.waiting, shardkit.count, of.waiting > 0)
    ]);
  }

  function state(each) {
    if (each.usable) { return cell(badge('good', 'in use')); }
    return make('td', {}, [badge('warn', 'not used'), ' ' + each.reason]);
  }

  function replica(source, each) {
    return make('tr', {}, [
      shardkit.row(each.name), cell(source.name), state(each),
      fact(each.lagMillis, millis => shardkit.time(millis * 1000)), cell(shardkit.count(each.reads), 'number'),
      fact(each.failures, shardkit.count, each.failures > 0)
    ]);
  }

  function show() {
    const sources = live.report.dataSources;
    const unknown = live.databases ? live.databases.unknown : [];
    shardkit.fill('databases', [shardkit.table('What the databases say of themselves, where the user may see it',
      ['data source', 'state', 'database', numeric('size'), numeric('open transactions'), numeric('oldest'),
        numeric('waiting for locks')], sources.map(database))].concat(unknown.length
      ? [make('p', {'class': 'bad'}, 'No answer within 2 s: ' + unknown.join(', '))] : []));
    shardkit.fill('pools', shardkit.table('Of this instance, the last two seconds; failures since the start',
      ['data source', numeric('calls'), numeric('median'), numeric('95 %'), numeric('failed'), numeric('connections'),
        numeric('waiting')], sources.map(pool)));
    const replicas = sources.map(source => source.replicas.map(each => replica(source, each))).flat();
    shardkit.fill('replicas', replicas.length === 0 ? shardkit.none('No data source has a replica.')
      : shardkit.table('Reads since the start', ['replica', 'of', 'state', numeric('lag'), numeric('reads'),
        numeric('failures')], replicas));
  }

  shardkit.views.databases = {show: show};
})();
