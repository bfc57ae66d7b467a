/* How a statement would run. */
(() => {
  'use strict';
  const {at, make, fill, cell} = shardkit;

  const named = key => key === 'micros' ? 'time' : key.replace(/_/g, ' ').replace(/([A-Z])/g, ' $1').toLowerCase();

  function shown(key, found) {
    if (key === 'micros') { return cell(shardkit.time(found), 'number'); }
    if (typeof found === 'number') { return cell(shardkit.number(found), 'number'); }
    if (found && typeof found === 'object') {
      return cell([].concat(found).map(each => typeof each === 'object' ? JSON.stringify(each) : each).join('; '));
    }
    return key === 'sql' && found ? cell(shardkit.folded(found), 'sql') : cell(found);
  }

  const head = (key, example) => typeof example === 'number' ? shardkit.numeric(named(key)) : named(key);

  /* A refusal begins with its code. */
  function refusal(text) {
    const code = (/^(SK-\d+)([\s\S]*)$/.exec(text) || []);
    return make('p', {'class': 'bad'}, code[1] ? [shardkit.code(code[1]), code[2]] : text);
  }

  function showPlan(status, answer) {
    if (status !== 200 || !answer) {
      fill('plan', make('p', {'class': 'bad'}, status === 400
        ? 'Explaining is off, or a parameter cannot be read. Set sharding.endpoint.explain=true to allow it.'
        : status === 405 || status === 404 ? 'Explaining needs management.endpoint.sharding.access=unrestricted.'
        : shardkit.problem(status, 'sharding')));
      return;
    }
    if (answer.refusal) { fill('plan', refusal(answer.refusal)); return; }
    const calls = answer.steps.filter(step => step.unit).length;
    const first = answer.steps[0] || {};
    const heads = Object.keys(first).filter(key => ['way', 'reason', 'advice'].indexOf(key) < 0
      && answer.steps.some(step => step[key] !== null && step[key] !== ''));
    fill('plan', [
      make('p', {}, ['Way: ', make('strong', {}, first.way), '; ' + (calls === 1 ? 'one statement' : calls + ' statements')
        + ' to the databases.']),
      make('p', {}, first.reason || 'There is no cheaper way.')
    ].concat(first.advice ? [make('p', {'class': 'advice'}, 'Cheaper with ' + first.advice)] : []).concat([
      shardkit.table('Steps', heads.map(key => head(key, first[key])),
        answer.steps.map(step => make('tr', {}, heads.map(key => shown(key, step[key])))))
    ]));
  }

  function explain() {
    shardkit.ask('POST', document.body.getAttribute('data-sharding') + '/explain',
      {sql: at('sql').value, parameters: at('parameters').value || null}, showPlan);
  }

  at('explain').addEventListener('submit', event => { event.preventDefault(); explain(); });

  Object.assign(shardkit, {named, shown});
  shardkit.views.explain = {
    show: () => {},
    /* A statement of another view is explained at once, if it has no parameters. */
    open: sql => {
      at('sql').value = sql;
      fill('plan', []);
      if (sql.indexOf('?') < 0) { explain(); } else { at('parameters').focus(); }
    }
  };
})();
