/* Statements that Shardkit refused, and what is known of a code. */
(() => {
  'use strict';
  const {make, fill, cell, live} = shardkit;
  let codes = null;

  function advised(sql) {
    return (live.advice[sql] || []).map(each => make('p', {'class': 'advice'}, 'Would run with ' + each));
  }

  function card(each) {
    return make('li', {'data-code': each.code}, [
      make('div', {'class': 'heading'}, [make('h3', {}, [shardkit.code(each.code), ' ' + each.reason]),
        make('span', {'class': 'dim'}, shardkit.plural(each.count, 'time'))]),
      make('p', {}, each.advice)
    ].concat(each.example ? [make('pre', {tabindex: '0', role: 'group', 'aria-label': 'Example'}, shardkit.sql(each.example, true))]
      .concat(make('div', {'class': 'bar'}, make('button', {type: 'button', 'data-explain': each.example}, 'Explain')))
      .concat(advised(each.example)) : []));
  }

  const byCount = (one, other) => other.count - one.count;

  function list(refusals) { return make('ul', {'class': 'cards'}, refusals.slice().sort(byCount).map(card)); }

  function show() {
    const all = live.report.refusals;
    const failed = live.report.statements.failed || 0;
    fill('refusals', [all.length === 0 ? shardkit.none('No statement was refused.') : list(all)].concat(failed
      ? [make('p', {}, [shardkit.plural(failed, 'statement') + ' failed in a database; see ',
        shardkit.link('#/statements/errors', 'Statements'), '.'])] : []));
  }

  function showCode(code) {
    const known = codes.filter(each => each.code === code)[0];
    if (!known) { fill('code', shardkit.none('There is no code ' + code + '.')); return; }
    const own = live.report ? live.report.refusals.filter(each => each.code === code) : [];
    shardkit.say('code-title', known.code + ' ' + known.name);
    fill('code', [
      make('p', {}, known.reason + '.'), make('p', {}, [make('strong', {}, 'What to do: '), known.action]),
      make('p', {'class': 'dim'}, 'SQLState ' + known.sqlState + ', vendor code ' + known.code.substring(3))
    ].concat(own.length ? [make('h3', {}, 'Refused with it'), list(own)] : []));
  }

  shardkit.views.refusals = {show: show, advises: true};
  shardkit.views.code = {
    show: code => {
      if (codes) { showCode(code); return; }
      shardkit.ask('GET', document.body.getAttribute('data-console') + '/codes', null, (status, answer) => {
        if (status === 200 && answer) { codes = answer; showCode(code); }
      });
    }
  };
})();
