(function () {
  'use strict';
  var STEPS = ['PREPARING', 'COPYING', 'FOLLOWING', 'VERIFYING', 'READY', 'SWITCHING', 'SWITCHED'];
  var ONLINE_STEPS = ['PREPARING', 'READY', 'ALTERING', 'SWITCHED'];
  var EVERY = 2000;
  var LABELS = {
    halt: 'Halt', resume: 'Resume', 'switch': 'Switch now', cancel: 'Cancel', back: 'Go back', complete: 'Complete'
  };
  var EFFECTS = {
    halt: 'The copy waits until it is resumed. Changes of the tables are still noted in journals.',
    resume: 'The move goes on.',
    'switch': 'All instances go to the target. New transactions on these tables wait for a moment.',
    cancel: 'What was copied is dropped. The tables stay where they are.',
    back: 'All instances go to where the tables came from, with all that was written since. New transactions on these'
      + ' tables wait for a moment.',
    complete: 'The tables that are not in use any more are dropped. There is no way back then.'
  };
  var at = shardkit.at;
  var make = shardkit.make;
  var fill = shardkit.fill;
  var cell = shardkit.cell;
  var number = shardkit.number;
  var pair = shardkit.pair;
  var path = document.body.getAttribute('data-moves');
  var writes = document.body.getAttribute('data-writes') === 'true';
  var report = null;
  var agreed = null;

  function millis(value) { return shardkit.time(value * 1000); }

  const bytes = value => value === 0 ? '' : shardkit.bytes(value);

  function actions(move) {
    if (move.phase === 'SWITCHED') { return ['back', 'complete']; }
    if (move.phase === 'HALTED' || move.phase === 'FAILED') { return ['resume', 'cancel']; }
    return (move.phase === 'READY' ? ['switch'] : []).concat(['halt', 'cancel']);
  }

  function label(action, move) { return action === 'back' && move.back ? 'Go to the target again' : LABELS[action]; }

  function effect(action, move) {
    return action === 'cancel' && move.back ? 'The tables stay where they are, and the way back stays open.'
      : EFFECTS[action];
  }

  function phases(move) {
    var steps = move.phase === 'ALTERING' ? ONLINE_STEPS : STEPS;
    return make('ol', {'class': 'phases', 'aria-label': 'Phases'}, steps.map(function (step) {
      return make('li', step === move.phase ? {'aria-current': 'step'} : {}, step.toLowerCase());
    }));
  }

  function subject(move) { return (move.tables.length ? move.tables : move.units).join(', '); }

  function place(move) {
    if (move.tables.length) {
      var rule = move.phase === 'SWITCHED' === move.back ? 'former' : 'wanted';
      return (move.phase === 'SWITCHED' ? 'Where the ' + rule + ' rule has them, on ' + move.from.join(', ')
        : 'Rows go to where the ' + rule + ' rule has them, on ' + move.to.join(', ')) + '.';
    }
    var from = move.from.join(', ');
    var to = move.to.join(', ');
    return move.phase === 'SWITCHED' ? 'On ' + from + '; the way to ' + to + ' is open.'
      : (move.back ? 'Goes back from ' : 'From ') + from + ' to ' + to + '.';
  }

  function facts(move) {
    var list = make('dl', {});
    pair(list, 'rows copied', number(move.rows) + ' of about ' + number(move.total));
    pair(list, 'bytes copied', move.bytes ? 'about ' + bytes(move.bytes) + ' of ' + bytes(move.totalBytes)
      + ', by statistics of the databases' : '');
    pair(list, 'rows per second', move.rowsPerSecond ? number(move.rowsPerSecond) : '');
    pair(list, 'time left', move.secondsLeft ? 'about ' + shardkit.duration(move.secondsLeft) + ' at that rate' : '');
    pair(list, 'changes to copy again', number(move.journal)
      + (move.journal ? ', the oldest ' + millis(move.lagMillis) + ' ago' : ''));
    pair(list, 'rows that differed', move.repaired ? number(move.repaired) + ', copied again' : '');
    pair(list, 'attempts to switch', move.switches ? number(move.switches) + ', ' + number(move.undone) + ' undone' : '');
    pair(list, 'last pause', move.pauseMillis ? millis(move.pauseMillis) : '');
    pair(list, 'epoch', move.epoch || '');
    pair(list, 'worker', move.worker);
    pair(list, 'begun', shardkit.moment(move.startedAt));
    pair(list, 'in this phase since', shardkit.moment(move.phaseSince));
    return list;
  }

  function shown(move) {
    var stuck = move.phase === 'FAILED' || move.phase === 'HALTED';
    var parts = [
      make('h3', {}, subject(move)),
      make('p', {}, [place(move) + ' Move ', make('code', {}, move.id), stuck ? ', ' : '.']
        .concat(stuck ? [make('strong', {'class': 'bad'}, move.phase.toLowerCase())] : [])),
      phases(move),
      make('progress', {max: String(Math.max(1, move.total)), value: String(move.rows), 'aria-label': 'Rows copied'}),
      facts(move)
    ];
    if (move.message) { parts.push(make('p', {'class': 'bad'}, move.message)); }
    if (move.holders.length) {
      parts.push(make('p', {}, 'Held up by:'), make('ul', {'aria-label': 'Held up by'}, move.holders.map(function (each) {
        return make('li', {}, each);
      })));
    }
    if (writes) {
      parts.push(make('div', {'class': 'bar', role: 'group', 'aria-label': 'Move ' + move.id},
        actions(move).map(function (action) {
          return make('button', {type: 'button', 'data-id': move.id, 'data-action': action}, label(action, move));
        })));
    }
    return make('li', {'data-move': move.id, 'data-phase': move.phase}, parts);
  }

  function showMoves() {
    fill('moves', report.moves.length === 0 ? make('li', {'class': 'none'}, 'No tables are moving.')
      : report.moves.map(shown));
  }

  function showRule() {
    var rule = report.rule;
    if (rule.epoch === 0) {
      fill('rule', shardkit.none(rule.problem || 'No rule is stored for all instances; moves need one.'));
      fill('members', []);
      return;
    }
    fill('rule', [make('p', {}, ['Epoch ' + number(rule.epoch) + ', stored on ' + rule.dataSource + ', hash ',
      make('code', {title: rule.hash}, rule.hash.substring(0, 12))])]
      .concat(rule.problem ? [make('p', {'class': 'bad'}, rule.problem)] : []));
    fill('members', shardkit.table('Instances, as this one saw them last', ['instance', shardkit.numeric('epoch'), 'state', 'problem', 'seen'],
      rule.members.map(function (each) {
        return make('tr', {}, [
          make('th', {scope: 'row'}, each.instance + (each.instance === rule.instance ? ' (this one)' : '')),
          cell(number(each.epoch), each.epoch < rule.epoch ? 'number bad' : 'number'),
          cell(shardkit.badge(each.problem ? 'bad' : 'good', each.state)), cell(each.problem), cell(shardkit.moment(each.seenAt), 'moment')]);
      })));
  }

  function showNext() {
    var none = report.next.length === 0;
    fill('next', none ? shardkit.none('All tables are as the rule under sharding.next of this instance says, or it has none.')
      : shardkit.table('Tables that it has elsewhere', ['table', 'now', 'then'], report.next.map(function (each) {
        return make('tr', {}, [make('th', {scope: 'row'}, each.table), cell(each.from), cell(each.to)]);
      })));
    at('reshard').hidden = !writes || none;
  }

  function refresh(done) {
    shardkit.ask('GET', path, null, function (status, answer) {
      try {
        if (status !== 200 || !answer) { shardkit.state(shardkit.problem(status, 'shardingmoves'), true); return; }
        report = answer;
        showMoves();
        showRule();
        showNext();
        shardkit.state(!report.looked ? 'The database with the rule does not answer; see the log.'
          : polling.paused() ? 'Paused' : 'Live', !report.looked);
      } finally {
        done();
      }
    });
  }

  function say(text, bad) {
    at('said').className = bad ? 'bad' : '';
    shardkit.say('said', text);
  }

  function failure(status, answer) {
    return answer && answer.reason ? (answer.code ? answer.code + ': ' : '') + answer.reason + '. ' + answer.advice
      : status === 404 || status === 405 ? 'This needs management.endpoint.shardingmoves.access=unrestricted.'
      : shardkit.problem(status, 'shardingmoves');
  }

  /* Nothing is sent before the second question is answered with yes. */
  function ask(title, text, yes, then) {
    shardkit.say('ask-title', title);
    shardkit.say('ask-text', text);
    shardkit.say('ask-yes', yes);
    agreed = then;
    at('ask').showModal();
  }

  function send(suffix, body, text) {
    shardkit.ask('POST', path + suffix, body, function (status, answer) {
      if (status !== 202) { say(failure(status, answer), true); return; }
      say(text + ' ' + answer.id + '.', false);
      refresh(function () {});
    });
  }

  function list(caption, kind, lines) {
    return lines.length === 0 ? [] : [make('h3', {}, caption), make('ul', kind ? {'class': kind} : {},
      lines.map(function (each) { return make('li', {}, each); }))];
  }

  function planned(table) {
    var caption = table.table + ': ' + table.from + ' becomes ' + table.to + '. About ' + number(table.staying) + ' of '
      + number(table.rows) + ' rows stay on their data source. Estimated from ' + number(table.sampled) + ' of '
      + number(table.rows) + ' rows';
    return shardkit.table(caption, ['actual table', shardkit.numeric('rows, about')], table.targets.map(function (each) {
      return make('tr', {}, [make('th', {scope: 'row'}, each.unit), cell(number(each.rows), 'number')]);
    }));
  }

  function changed(statements) {
    return statements.length === 0 ? [] : shardkit.table('Statements of this instance that would run in another way',
      ['statement', 'now', 'then', 'reason'], statements.map(function (each) {
        return make('tr', {}, [make('th', {scope: 'row'}, shardkit.folded(each.sql)), cell(each.now), cell(each.then),
          cell(each.reason)]);
      }));
  }

  function showChecked(id, status, answer) {
    if (status !== 200 || !answer) { fill(id, make('p', {'class': 'bad'}, failure(status, answer))); return; }
    fill(id, answer.tables.map(planned).concat([
      shardkit.table('These tables would move', ['actual table', 'table', 'to', shardkit.numeric('rows, about'), shardkit.numeric('size, about')],
        answer.units.map(function (each) {
          return make('tr', {}, [make('th', {scope: 'row'}, each.unit), cell(each.table), cell(each.to + '.' + each.name),
            cell(number(each.rows), 'number'), cell(bytes(each.bytes), 'number')]);
        })),
      make('p', {'class': answer.errors.length ? 'bad' : 'good'},
        answer.errors.length ? 'The move cannot begin.' : 'Nothing stands in the way.')
    ]).concat(changed(answer.statements)).concat(list('To be put right first', 'bad', answer.errors)).concat(list('To know before', '', answer.warnings)));
  }

  /* What a form asks for, and what it says before. */
  function ofUnits() {
    var wanted = {units: at('units').value, to: at('to').value, switchByHand: at('by-hand').checked,
      rowsPerSecond: at('rate').value};
    return {wanted: wanted, text: 'Rows of ' + wanted.units + ' are copied to ' + wanted.to + ' while they are used'};
  }

  function ofNext() {
    return {
      wanted: {next: true, switchByHand: at('next-by-hand').checked},
      text: 'All rows of ' + report.next.map(function (each) { return each.table; }).join(', ')
        + ' are copied to where the wanted rule has them while they are used'
    };
  }

  function ofKey() {
    var to = at('key-to').value.trim();
    var table = at('key-table').value;
    return {
      wanted: to ? {table: table, key: at('key').value, to: to} : {table: table, key: at('key').value, release: true},
      text: 'All rows of ' + table + ' are copied while they are used, those with the key ' + at('key').value + ' to '
        + (to || 'where the algorithm has them')
    };
  }

  function begin(form) {
    ask('Start?', form.text + '; then all instances go there'
      + (form.wanted.switchByHand ? ', once you press "Switch now".' : ', by themselves.'), 'Yes: start', function () {
      send('', form.wanted, 'Begun: the move');
    });
  }

  function drive(id, checked, read) {
    at(id).addEventListener('submit', function (event) {
      event.preventDefault();
      var form = read();
      if (event.submitter && event.submitter.getAttribute('data-starts') === 'true') { begin(form); return; }
      delete form.wanted.switchByHand;
      delete form.wanted.rowsPerSecond;
      shardkit.ask('POST', path + '/check', form.wanted, function (status, answer) {
        showChecked(checked, status, answer);
      });
    });
  }

  at('moves').addEventListener('click', function (event) {
    var action = event.target.getAttribute('data-action');
    var id = event.target.getAttribute('data-id');
    var move = report && report.moves.filter(function (each) { return each.id === id; })[0];
    if (!action || !move) { return; }
    ask(label(action, move) + '?', 'Move ' + id + ' of ' + subject(move) + '. ' + effect(action, move),
      'Yes: ' + label(action, move).toLowerCase(), function () {
        send('/' + id + '/' + action, {}, 'Asked for "' + label(action, move).toLowerCase() + '" of the move');
      });
  });
  drive('start', 'checked', ofUnits);
  drive('reshard', 'next-checked', ofNext);
  drive('isolate', 'isolate-checked', ofKey);
  at('ask-no').addEventListener('click', function () { at('ask').close(); });
  at('ask-yes').addEventListener('click', function () {
    var then = agreed;
    agreed = null;
    at('ask').close();
    if (then) { then(); }
  });
  at('start').hidden = !writes;
  at('isolate-part').hidden = !writes;
  at('read-only').hidden = writes;
  var polling = shardkit.poll(EVERY, refresh);
}());
