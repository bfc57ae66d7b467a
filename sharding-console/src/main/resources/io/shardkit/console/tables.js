/* The tables of the rule, and the worker ids of key generators. */
(() => {
  'use strict';
  const {make, cell, badge, live} = shardkit;

  /* HashModAlgorithm[shardCount=4] is hash-mod, shard count 4. */
  function algorithm(text) {
    const parts = /^(\w+)Algorithm\[(.*)\]$/.exec(text);
    return parts ? parts[1].replace(/\B[A-Z]/g, '-$&').toLowerCase() + ', '
      + parts[2].replace(/[a-z][A-Za-z]*=/g, key => shardkit.named(key.slice(0, -1)) + ' ') : text;
  }

  function strategy(each) {
    return each ? (each.columns.join(', ') || 'hint') + (each.alsoBy ? ', also by ' + each.alsoBy : '') + ': '
      + algorithm(each.algorithm) : '';
  }

  function showTables() {
    const topology = live.report.topology;
    const singles = Object.keys(topology.singleTables);
    shardkit.fill('topology', [shardkit.table('Sharded',
      ['table', shardkit.numeric('actual tables'), 'data source by', 'table by', 'bound with', 'key'],
      topology.tables.map(each => make('tr', {}, [shardkit.row(each.name), cell(shardkit.number(each.actualTables), 'number'),
        cell(strategy(each.databaseStrategy)), cell(strategy(each.tableStrategy)), cell(each.boundWith.join(', ')),
        cell(each.keyColumn)])))
    ].concat(topology.broadcastTables.length
      ? [make('p', {}, 'Broadcast tables: ' + topology.broadcastTables.join(', '))] : [])
      .concat(singles.length ? [make('p', {}, 'Single tables: ' + singles.map(name =>
        name + ' (' + topology.singleTables[name] + ')').join(', '))] : [])
      .concat([make('p', {}, 'All other tables are on ' + topology.defaultDataSource)]));
  }

  function showLeases() {
    const leases = live.report.leases;
    shardkit.fill('leases', leases.length === 0 ? shardkit.none('No worker id is leased.') : shardkit.table('Leased by this process',
      ['generator', 'table', shardkit.numeric('worker id'), 'owner', 'renewed', 'until', 'state'],
      leases.map(each => make('tr', {}, [shardkit.row(each.generator), cell(each.table), cell(each.worker, 'number'),
        cell(make('code', {}, each.owner || ''), 'sql'), cell(shardkit.moment(each.renewed), 'moment'),
        cell(shardkit.moment(each.until), 'moment'), cell(each.failing ? badge('bad', 'not renewed') : badge('good', 'held'))]))));
  }

  shardkit.views.tables = {show: () => { showTables(); showLeases(); }};
})();
