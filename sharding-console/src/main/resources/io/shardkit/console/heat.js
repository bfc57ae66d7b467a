(function () {
  'use strict';
  var EVERY = 5000;
  var KINDS = {ISOLATE: 'One value is hot', MOVE: 'A data source is hot', SPLIT: 'A unit is hot'};
  var make = shardkit.make;
  var fill = shardkit.fill;
  var cell = shardkit.cell;
  var path = document.body.getAttribute('data-heat');

  function rate(value) { return value >= 10 ? shardkit.number(Math.round(value)) : value.toFixed(1); }

    function remedy(each) {
    return make('li', {'data-kind': each.kind}, [
      make('p', {}, make('strong', {}, KINDS[each.kind] || each.kind)),
      make('p', {}, each.reason)
    ].concat(each.command ? make('p', {}, make('code', {'class': 'command'}, each.command)) : []));
  }

  function keys(table) {
    return table.keys.length === 0 ? shardkit.none('No sharding value of ' + table.name + ' was named.')
      : shardkit.table('The hottest values of ' + table.name, ['column', 'value'].concat(['share', 'per second', 'at most', 'margin'].map(shardkit.numeric)).concat(['unit']),
        table.keys.map(function (key) {
          return make('tr', {}, [
            cell(key.columns), cell(key.value), cell(shardkit.percent(key.share), 'number'), cell(rate(key.perSecond), 'number'),
            cell(rate(key.atMost), 'number'), cell('\u00b1 ' + rate(key.margin), 'number'), cell(key.unit)
          ]);
        }));
  }

  function units(table) {
    var most = table.units.slice().sort(function (one, other) { return other.share - one.share; }).slice(0, 20);
    return shardkit.table('The units of ' + table.name + ' with the most calls; the hottest has '
      + table.skew.toFixed(1) + ' times the mean of ' + table.units.length, ['unit', shardkit.numeric('share'), shardkit.numeric('calls per second')],
      most.map(function (unit) {
        return make('tr', {}, [
          cell(unit.name), make('td', {'class': 'heat', style: '--share: ' + unit.share.toFixed(3)}, shardkit.percent(unit.share)),
          cell(rate(unit.perSecond), 'number')
        ]);
      }));
  }

  function show(state) {
    if (!state.enabled) {
      shardkit.say('basis', 'Nothing is counted. Set sharding.heat.enabled=true.');
      return;
    }
    shardkit.say('basis', 'Of ' + state.instances + (state.instances === 1 ? ' instance' : ' instances') + ', from '
      + shardkit.number(state.counted) + ' counted executions, one of ' + state.sample + '.'
      + (state.problem ? ' Other instances are left out: ' + state.problem : ''));
    fill('remedies', state.remedies.length === 0
      ? make('li', {'class': 'none'}, 'The traffic is even, or there is too little of it to tell.')
      : state.remedies.map(remedy));
    fill('tables', state.tables.length === 0 ? shardkit.none('No statement on a sharded table was counted.')
      : state.tables.map(function (table) {
        return make('section', {}, [
          make('h3', {}, table.bound.join(', ') + ': ' + rate(table.perSecond) + ' executions per second'),
          keys(table), units(table)
        ]);
      }));
    fill('statements', state.statements.length === 0 ? shardkit.none('None yet.')
      : shardkit.table('The statements with the most calls', ['statement'].concat(['share', 'per second', 'units'].map(shardkit.numeric)),
        state.statements.map(function (each) {
          return make('tr', {}, [
            cell(shardkit.folded(each.sql), 'sql'), cell(shardkit.percent(each.share), 'number'), cell(rate(each.perSecond), 'number'),
            cell(each.units.toFixed(1), 'number')
          ]);
        })));
  }

  var polling = shardkit.poll(EVERY, function (done) {
    shardkit.ask('GET', path, null, function (status, answer) {
      if (status === 200 && answer) {
        show(answer);
        shardkit.say('state', polling.paused() ? 'Paused' : 'Live');
      } else {
        shardkit.say('state', shardkit.problem(status, 'shardingheat'));
      }
      done();
    });
  });
}());
