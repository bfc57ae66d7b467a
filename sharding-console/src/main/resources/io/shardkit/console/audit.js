(function () {
  'use strict';
  var WAYS = ['refused', 'gather', 'scatter', 'lookup', 'one_unit', 'none', 'unknown'];
  var AT_ONCE = 100;
  var at = shardkit.at;
  var make = shardkit.make;
  var fill = shardkit.fill;
  var cell = shardkit.cell;
  var number = shardkit.number;
  var path = document.body.getAttribute('data-audit');
  var report = null;
  var chosen = 'all';
  var most = AT_ONCE;

  function percent(value) { return value.toFixed(1) + ' %'; }

  /* The larger a share, the darker its cell. */
  function share(value) {
    var made = cell(percent(value), 'heat');
    made.style.setProperty('--share', String(value / 100));
    return made;
  }

  function showWays() {
    var found = WAYS.filter(function (way) { return report.ways[way]; });
    var planned = report.sent - report.notPlanned;
    fill('ways', found.length === 0 ? shardkit.none('No statement has been planned yet.')
      : shardkit.table('Executions by way', ['way', shardkit.numeric('executions'), shardkit.numeric('share of planned')],
        found.map(function (way) {
          return make('tr', {}, [make('th', {scope: 'row'}, way), cell(number(report.ways[way]), 'number'),
            share(100 * report.ways[way] / planned)]);
        })));
  }

  function showColumns() {
    fill('columns', report.columns.length === 0 ? shardkit.none('No statement has had a condition on a column yet.')
      : shardkit.table('Executions that stay on one unit',
        ['column', shardkit.numeric('on one unit'), shardkit.numeric('of executions'), shardkit.numeric('share of all'), 'sharded tables', 'copied tables'], report.columns.map(function (each) {
          return make('tr', {}, [make('th', {scope: 'row'}, each.column), cell(number(each.onOneUnit), 'number'),
            cell(number(each.executions), 'number'), share(each.percent),
            cell(each.tables.join(', ')), cell(each.copied.join(', '))]);
        })));
  }

  function ways(statement) {
    var found = WAYS.filter(function (way) { return statement.ways[way]; });
    return found.length < 2 ? statement.way
      : found.map(function (way) { return way + ' ' + number(statement.ways[way]); }).join(', ');
  }

  function described(statement) {
    var facts = [shardkit.plural(statement.executions, 'execution'), shardkit.time(statement.micros) + ' in total'];
    if (statement.units) { facts.push(shardkit.plural(statement.units, 'unit') + ' at most'); }
    if (statement.failures) { facts.push(shardkit.plural(statement.failures, 'failure')); }
    if (report.statements.some(function (each) { return each.dataSource !== statement.dataSource; })) {
      facts.push('on ' + statement.dataSource);
    }
    var parts = [
      make('p', {}, [make('strong', statement.way === 'refused' ? {'class': 'bad'} : {}, ways(statement)),
        ': ' + facts.join(', ')]),
      shardkit.folded(statement.sql)
    ];
    if (statement.reason) { parts.push(make('p', {}, statement.reason)); }
    if (statement.advice.length) {
      parts.push(make('ul', {'aria-label': 'Advice'},
        statement.advice.map(function (each) { return make('li', {}, each); })));
    }
    return make('li', {'data-way': statement.way}, parts);
  }

  function showStatements() {
    var counts = {all: report.statements.length};
    report.statements.forEach(function (each) { counts[each.way] = (counts[each.way] || 0) + 1; });
    fill('filters', ['all'].concat(WAYS).filter(function (way) { return counts[way]; }).map(function (way) {
      return make('button', {type: 'button', 'data-way': way, 'aria-pressed': String(way === chosen)},
        way + ' (' + number(counts[way]) + ')');
    }));
    var listed = report.statements.filter(function (each) { return chosen === 'all' || each.way === chosen; });
    fill('statements', listed.slice(0, most).map(described));
    at('more').hidden = listed.length <= most;
  }

  function show() {
    showWays(); showColumns(); showStatements();
    shardkit.state(shardkit.plural(report.sent, 'execution') + ' of ' + shardkit.plural(report.statements.length, 'statement')
      + (report.notPlanned ? '; ' + number(report.notPlanned) + ' not planned' : ''));
  }

  /* A report takes time, so it is requested on demand only. */
  function load() {
    shardkit.say('state', 'Loading');
    shardkit.ask('GET', path, null, function (status, answer) {
      if (status !== 200 || !answer) { shardkit.state(shardkit.problem(status, 'shardingaudit'), true); return; }
      report = answer;
      show();
    });
  }

  at('again').addEventListener('click', load);
  at('more').addEventListener('click', function () { most += AT_ONCE; showStatements(); });
  at('filters').addEventListener('click', function (event) {
    var way = event.target.getAttribute('data-way');
    if (way) { chosen = way; most = AT_ONCE; showStatements(); }
  });
  load();
}());
