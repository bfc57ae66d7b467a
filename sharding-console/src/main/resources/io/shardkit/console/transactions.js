/* Transactions over several data sources that have no end yet. */
(() => {
  'use strict';
  const {make, cell, badge, live} = shardkit;

  function show() {
    const all = live.report.inDoubt.slice().sort((one, other) => other.ageSeconds - one.ageSeconds);
    const unknown = live.report.dataSources.filter(live.isDown).map(each => each.name);
    shardkit.fill('doubt', [all.length === 0 ? shardkit.none('No transaction is in doubt.')
      : shardkit.table('Prepared, neither committed nor rolled back yet',
        ['data source', shardkit.numeric('age'), 'state', 'transaction'], all.map(each => make('tr', {}, [
          shardkit.row(each.dataSource), cell(shardkit.duration(each.ageSeconds), 'number'),
          cell(each.stuck ? badge('bad', 'could not be ended') : badge('warn', 'will be ended')),
          cell(make('code', {}, each.transaction), 'sql')
        ])))].concat(all.some(each => each.stuck)
      ? [make('p', {}, 'The log says why a part could not be ended; it is tried again and again.')] : [])
      .concat(unknown.length ? [make('p', {'class': 'bad'}, 'Not known of ' + unknown.join(', ') + ', which does not answer.')] : []));
  }

  shardkit.views.transactions = {show: show};
})();
