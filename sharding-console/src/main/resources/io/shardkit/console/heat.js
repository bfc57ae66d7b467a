/* Which sharding values, units and statements get the traffic, and what would even it out. */
(() => {
  'use strict';
  const EVERY = 5000;
  const MOST_UNITS = 20;
  const KINDS = {ISOLATE: 'One value is hot', MOVE: 'A data source is hot', SPLIT: 'A unit is hot'};
  const {make, fill, cell, numeric, row} = shardkit;

  const rate = value => cell(value === 0 ? '0' : value < 0.01 ? '< 0.01' : shardkit.short(value), 'number');

  const share = value => shardkit.share(value, shardkit.percent(value));

  function remedy(each) {
    return make('li', {'data-kind': each.kind}, [
      make('p', {}, make('strong', {}, KINDS[each.kind] || each.kind)),
      make('p', {}, each.reason)
    ].concat(each.command ? make('p', {}, make('code', {'class': 'command'}, each.command)) : []));
  }

  function keys(table) {
    return table.keys.length === 0 ? shardkit.none('No sharding value of ' + table.name + ' was named.')
      : shardkit.table('The hottest values of ' + table.name,
        ['column', 'value', numeric('share'), numeric('per second'), numeric('at most'), numeric('margin'), 'unit'],
        table.keys.map(key => make('tr', {}, [
          cell(key.columns), row(key.value), share(key.share), rate(key.perSecond), rate(key.atMost),
          cell('\u00b1 ' + shardkit.short(key.margin), 'number'), cell(key.unit)
        ])));
  }

  function units(table) {
    const most = table.units.slice().sort((one, other) => other.share - one.share).slice(0, MOST_UNITS);
    return shardkit.table('The units of ' + table.name + ' with the most calls; the hottest has ' + table.skew.toFixed(1)
      + ' times the mean of ' + table.units.length, ['unit', numeric('share'), numeric('calls per second')],
      most.map(unit => make('tr', {}, [row(unit.name), share(unit.share), rate(unit.perSecond)])));
  }

  function statements(found) {
    return shardkit.table('The statements with the most calls', ['statement', numeric('share'), numeric('per second'), numeric('units')],
      found.map(each => make('tr', {}, [
        cell(shardkit.folded(each.sql), 'sql'), share(each.share), rate(each.perSecond), cell(each.units.toFixed(1), 'number')
      ])));
  }

  function show(state) {
    if (!state.enabled) {
      shardkit.say('basis', 'Nothing is counted. Set sharding.heat.enabled=true.');
      return;
    }
    shardkit.say('basis', shardkit.plural(state.counted, 'counted execution') + ' of ' + shardkit.plural(state.instances, 'instance')
      + (state.sample === 1 ? '.' : '; one of ' + shardkit.number(state.sample) + ' is counted.')
      + (state.problem ? ' Other instances are left out: ' + state.problem : ''));
    fill('remedies', state.remedies.length === 0
      ? make('li', {'class': 'none'}, 'The traffic is even, or there is too little of it to tell.')
      : state.remedies.map(remedy));
    fill('tables', state.tables.length === 0 ? shardkit.none('No statement on a sharded table was counted.')
      : state.tables.map(table => make('section', {}, [
        make('h3', {}, table.bound.join(', ') + ': ' + shardkit.short(table.perSecond) + ' executions per second'),
        keys(table), units(table)
      ])));
    fill('statements', state.statements.length === 0 ? shardkit.none('No statement was counted.') : statements(state.statements));
  }

  const polling = shardkit.poll(EVERY, done => {
    shardkit.ask('GET', document.body.getAttribute('data-heat'), null, (status, answer) => {
      if (status === 200 && answer) {
        show(answer);
        shardkit.state(polling.paused() ? 'Paused' : 'Live');
      } else {
        shardkit.state(shardkit.problem(status, 'shardingheat'), true);
      }
      done();
    });
  });
})();
