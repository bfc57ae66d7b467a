(function () {
  'use strict';
  var at = shardkit.at;
  var make = shardkit.make;
  var fill = shardkit.fill;
  var say = shardkit.say;
  var none = shardkit.none;
  var table = shardkit.table;
  var cell = shardkit.cell;
  var ask = shardkit.ask;
  var number = shardkit.number;
  var time = shardkit.time;
  var pair = shardkit.pair;
  var EVERY = 2000;
  var ADVICE_EVERY = 30000;
  var KEPT = 60;
  var HOT = 2;
  var body = document.body;
  var paths = {console: body.getAttribute('data-console'), sharding: body.getAttribute('data-sharding')};
  var showsRows = false;
  var report = null;
  var before = null;
  var rates = {};
  var units = {};
  var rows = null;
  var advice = {};
  var advisedAt = 0;

  function sum(list) { return list.reduce(function (total, each) { return total + each; }, 0); }

  /* The upper bound of the bucket that contains this percentile. */
  function percentile(bounds, counts, share) {
    var all = sum(counts);
    var seen = 0;
    for (var i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (all > 0 && seen >= all * share) { return bounds[i]; }
    }
    return null;
  }

  function counted(traffic) {
    var now = Date.now();
    if (before) {
      var seconds = Math.max(0.001, (now - before.at) / 1000);
      Object.keys(traffic.dataSources).forEach(function (name) {
        var calls = traffic.dataSources[name];
        var last = before.traffic.dataSources[name];
        var fresh = calls.latencies.map(function (count, i) { return count - (last ? last.latencies[i] : 0); });
        var kept = rates[name] || {curve: []};
        kept.perSecond = sum(fresh) / seconds;
        kept.median = percentile(traffic.bounds, fresh, 0.5);
        kept.p95 = percentile(traffic.bounds, fresh, 0.95);
        kept.failures = calls.failures;
        kept.curve.push(kept.perSecond);
        if (kept.curve.length > KEPT) { kept.curve.shift(); }
        rates[name] = kept;
      });
    }
    units = traffic.units;
    before = {at: now, traffic: traffic};
  }

  function svg(name, attributes) {
    var made = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    return made;
  }

  function curve(values) {
    var most = Math.max.apply(null, values.concat([1]));
    var drawn = svg('svg', {
      'class': 'curve', viewBox: '0 0 ' + (KEPT - 1) + ' 30', preserveAspectRatio: 'none', role: 'img',
      'aria-label': 'Calls per second, the last ' + values.length + ' samples, at most ' + most.toFixed(0)
    });
    drawn.appendChild(svg('polyline', {
      points: values.map(function (value, i) { return i + ',' + (29 - value / most * 28).toFixed(1); }).join(' ')
    }));
    return drawn;
  }

  function showSources() {
    fill('sources', report.dataSources.map(function (source) {
      var facts = make('dl', {});
      var rate = rates[source.name];
      var pool = source.pool;
      if (pool) {
        pair(facts, 'connections', (pool.active === null ? 0 : pool.active) + ' of ' + pool.maximum + ' in use');
        if (pool.waiting) { pair(facts, 'waiting', make('span', {'class': 'bad'}, pool.waiting)); }
      }
      if (rate) {
        pair(facts, 'calls per second', rate.perSecond.toFixed(1));
        pair(facts, 'median, 95 %', rate.median === null ? '' : time(rate.median) + ', ' + time(rate.p95));
        if (rate.failures) { pair(facts, 'failed calls', make('span', {'class': 'bad'}, number(rate.failures))); }
      }
      (source.replicas || []).forEach(function (replica) {
        pair(facts, replica.name, (replica.usable ? 'in use' : 'not used')
          + (replica.lagMillis === null ? '' : ', ' + number(replica.lagMillis) + ' ms lag'));
      });
      return make('li', {'data-source': source.name}, [
        make('h3', {}, source.name),
        make('span', {'class': source.reachable ? 'good' : 'bad'}, source.reachable ? 'reachable' : 'unreachable'),
        facts
      ].concat(rate && rate.curve.length > 1 ? [curve(rate.curve)] : []));
    }));
  }

  function value(unit) {
    var of = showsRows ? (rows ? rows.units : {}) : units;
    var found = of[unit.toLowerCase()];
    return found === undefined ? of[unit] : found;
  }

  function showHeat() {
    var tables = report.topology.tables;
    if (tables.length === 0) { fill('heat', none('No table is sharded.')); return; }
    fill('heat', tables.map(function (each) {
      var bySource = {};
      each.nodes.forEach(function (node) {
        var point = node.indexOf('.');
        var source = node.substring(0, point);
        var name = node.substring(node.lastIndexOf('.') + 1);
        (bySource[source] = bySource[source] || []).push({name: name, unit: source + '.' + name});
      });
      var all = each.nodes.map(function (node) {
        return value(node.substring(0, node.indexOf('.')) + '.' + node.substring(node.lastIndexOf('.') + 1)) || 0;
      });
      var most = Math.max.apply(null, all.concat([1]));
      var average = sum(all) / Math.max(1, all.length);
      var columns = Math.max.apply(null, Object.keys(bySource).map(function (s) { return bySource[s].length; }));
      var lines = Object.keys(bySource).map(function (source) {
        var cells = bySource[source].map(function (unit) {
          var own = value(unit.unit);
          var hot = all.length > 1 && sum(all) >= 10 * all.length && own > HOT * average;
          var made = make('td', {'class': hot ? 'heat hot' : 'heat', 'data-unit': unit.unit, title: unit.unit}, [
            make('span', {}, unit.name), document.createElement('br'),
            (own === undefined ? 'unknown' : number(own)) + (hot ? ' (hot)' : '')
          ]);
          made.style.setProperty('--share', String((own || 0) / most));
          return made;
        });
        while (cells.length < columns) { cells.push(make('td', {}, '')); }
        return make('tr', {}, [make('th', {scope: 'row'}, source)].concat(cells));
      });
      var what = (showsRows ? 'estimated rows' : 'calls since the start') + ', ' + number(sum(all)) + ' in total';
      var heads = ['data source'];
      for (var i = 0; i < columns; i++) { heads.push(String(i + 1)); }
      return table(each.name + ': ' + what + (each.nodes.length < each.actualTables
        ? '; the first ' + each.nodes.length + ' of ' + each.actualTables + ' tables' : ''), heads, lines);
    }));
    if (showsRows && rows && rows.unknown.length) {
      at('heat').appendChild(make('p', {'class': 'bad'}, 'No statistics from: ' + rows.unknown.join(', ') + '; see the log.'));
    }
  }

  function showStatements() {
    var ways = Object.keys(report.statements);
    fill('ways', ways.length === 0 ? none('No statement has run yet.') : table('Statements by way',
      ['way', 'statements'], ways.map(function (way) {
        return make('tr', {}, [make('th', {scope: 'row'}, way), cell(number(report.statements[way]), 'number')]);
      })));
    var largest = report.largest || {};
    fill('largest', Object.keys(largest).filter(function (kind) { return largest[kind].length; }).map(function (kind) {
      var heads = Object.keys(largest[kind][0]);
      return table(
        {slowest: 'Slowest', widest: 'Most actual tables', mostGathered: 'Most rows gathered'}[kind] || kind,
        heads.map(named).concat(['cheaper']),
        largest[kind].map(function (each) {
          return make('tr', {}, heads.map(function (head) { return shown(head, each[head]); }).concat([advised(each.sql)]));
        }));
    }));
  }

  function shown(key, found) {
    if (key === 'micros') { return cell(time(found), 'number'); }
    if (typeof found === 'number') { return cell(number(found), 'number'); }
    if (found && typeof found === 'object') {
      return cell([].concat(found).map(function (each) {
        return typeof each === 'object' ? JSON.stringify(each) : each;
      }).join('; '));
    }
    return cell(found, key === 'sql' ? 'sql' : '');
  }

  function named(key) { return key === 'micros' ? 'time' : key.replace(/_/g, ' ').replace(/([A-Z])/g, ' $1').toLowerCase(); }

  /* The application's advice for a listed statement. */
  function advised(sql) { return cell((advice[sql] || []).map(function (each) { return 'with ' + each; }).join('; ')); }

  /* Planning takes time, so advice is requested less often than the rest. */
  function askAdvice() {
    if (Date.now() - advisedAt < ADVICE_EVERY) { return; }
    advisedAt = Date.now();
    ask('GET', paths.sharding + '/advice', null, function (status, answer) {
      if (status !== 200 || !answer) { return; }
      advice = {};
      answer.statements.forEach(function (each) { advice[each.sql] = each.advice; });
      show();
    });
  }

  function showRefusals() {
    fill('refusals', report.refusals.length === 0 ? none('No statement was refused.') : table('Refused, by code',
      ['code', 'reason', 'advice', 'count', 'example', 'would run'], report.refusals.map(function (each) {
        return make('tr', {}, [make('th', {scope: 'row'}, each.code), cell(each.reason), cell(each.advice),
          cell(number(each.count), 'number'), cell(each.example, 'sql'), advised(each.example)]);
      })));
  }

  function showDoubt() {
    fill('doubt', report.inDoubt.length === 0 ? none('None.') : table('Prepared, neither committed nor rolled back yet',
      ['transaction', 'data source', 'seconds', 'stuck'], report.inDoubt.map(function (each) {
        return make('tr', {}, [cell(each.transaction, 'sql'), cell(each.dataSource), cell(number(each.ageSeconds), 'number'),
          cell(each.stuck ? 'yes' : 'no', each.stuck ? 'bad' : '')]);
      })));
  }

  function showLeases() {
    fill('leases', report.leases.length === 0 ? none('None.') : table('Leased by this process',
      ['generator', 'table', 'worker id', 'owner', 'renewed', 'until', 'state'], report.leases.map(function (each) {
        return make('tr', {}, [make('th', {scope: 'row'}, each.generator), cell(each.table), cell(each.worker, 'number'),
          cell(each.owner, 'sql'), cell(each.renewed), cell(each.until),
          cell(each.failing ? 'not renewed' : 'held', each.failing ? 'bad' : 'good')]);
      })));
  }

  function strategy(each) {
    return each ? (each.columns.join(', ') || 'hint') + (each.alsoBy ? ', also by ' + each.alsoBy : '') + ': '
      + each.algorithm : '';
  }

  function showTopology() {
    var topology = report.topology;
    var made = [table('Sharded', ['table', 'actual tables', 'data source by', 'table by', 'bound with', 'key'],
      topology.tables.map(function (each) {
        return make('tr', {}, [make('th', {scope: 'row'}, each.name), cell(number(each.actualTables), 'number'),
          cell(strategy(each.databaseStrategy)), cell(strategy(each.tableStrategy)), cell(each.boundWith.join(', ')),
          cell(each.keyColumn)]);
      }))];
    if (topology.broadcastTables.length) {
      made.push(make('p', {}, 'Broadcast tables: ' + topology.broadcastTables.join(', ')));
    }
    var singles = Object.keys(topology.singleTables);
    if (singles.length) {
      made.push(make('p', {}, 'Single tables: ' + singles.map(function (name) {
        return name + ' (' + topology.singleTables[name] + ')';
      }).join(', ')));
    }
    made.push(make('p', {}, 'All other tables are on ' + topology.defaultDataSource));
    fill('topology', made);
  }

  function show() {
    showSources(); showHeat(); showStatements(); showRefusals(); showDoubt(); showLeases(); showTopology();
  }

  function refresh(done) {
    ask('GET', paths.sharding, null, function (status, answer) {
      if (status !== 200 || !answer) { say('state', shardkit.problem(status, 'sharding')); done(); return; }
      ask('GET', paths.console + '/traffic', null, function (second, traffic) {
        try {
          report = answer;
          report.topology.tables.sort(function (one, other) { return one.name < other.name ? -1 : 1; });
          if (second === 200 && traffic) { counted(traffic); }
          show();
          askAdvice();
          say('state', polling.paused() ? 'Paused' : 'Live');
        } finally {
          done();
        }
      });
    });
  }

  function press(pressed, other) {
    at(pressed).setAttribute('aria-pressed', 'true');
    at(other).setAttribute('aria-pressed', 'false');
  }

  function showPlan(status, answer) {
    if (status !== 200 || !answer) {
      fill('plan', make('p', {'class': 'bad'}, status === 400
        ? 'Explaining is off, or a parameter cannot be read. Set sharding.endpoint.explain=true to allow it.'
        : status === 405 || status === 404 ? 'Explaining needs management.endpoint.sharding.access=unrestricted.'
        : shardkit.problem(status, 'sharding')));
      return;
    }
    if (answer.refusal) { fill('plan', make('p', {'class': 'bad'}, answer.refusal)); return; }
    var calls = answer.steps.filter(function (step) { return step.unit; }).length;
    var first = answer.steps[0] || {};
    var heads = Object.keys(first).filter(function (head) {
      return ['way', 'reason', 'advice'].indexOf(head) < 0
        && answer.steps.some(function (step) { return step[head] !== null && step[head] !== ''; });
    });
    fill('plan', [
      make('p', {}, 'Way: ' + first.way + '; ' + (calls === 1 ? 'one statement' : calls + ' statements') + ' to the databases.'),
      make('p', {}, first.reason || 'There is no cheaper way.')
    ].concat(first.advice ? [make('p', {}, 'Cheaper with ' + first.advice)] : []).concat([
      table('Steps', heads.map(named), answer.steps.map(function (step) {
        return make('tr', {}, heads.map(function (head) { return shown(head, step[head]); }));
      }))
    ]));
  }

  at('by-traffic').addEventListener('click', function () {
    showsRows = false; press('by-traffic', 'by-rows'); if (report) { showHeat(); }
  });
  at('by-rows').addEventListener('click', function () {
    ask('GET', paths.console + '/rows', null, function (status, answer) {
      if (status !== 200 || !answer) { say('state', shardkit.problem(status, 'sharding')); return; }
      rows = answer; showsRows = true; press('by-rows', 'by-traffic'); if (report) { showHeat(); }
    });
  });
  at('explain').addEventListener('submit', function (event) {
    event.preventDefault();
    ask('POST', paths.sharding + '/explain', {sql: at('sql').value, parameters: at('parameters').value || null}, showPlan);
  });
  var polling = shardkit.poll(EVERY, refresh);
}());
