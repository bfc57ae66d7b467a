/* Transactions over several data sources that have no end yet. */
(() => {
  'use strict';
  const {make, cell, badge, live} = shardkit;

  function show() {
    const all = live.report.inDoubt.slice().sort((one, other) => other.ageSeconds - one.ageSeconds);
    shardkit.fill('doubt', all.length === 0 ? shardkit.none('None.')
      : shardkit.table('Prepared, neither committed nor rolled back yet',
        ['data source', shardkit.numeric('age'), 'state', 'transaction'], all.map(each => make('tr', {}, [
          shardkit.row(each.dataSource), cell(shardkit.duration(each.ageSeconds), 'number'),
          cell(each.stuck ? badge('bad', 'could not be ended') : badge('warn', 'will be ended')),
          cell(make('code', {}, each.transaction), 'sql')
        ]))));
  }

  shardkit.views.transactions = {show: show};
})();
