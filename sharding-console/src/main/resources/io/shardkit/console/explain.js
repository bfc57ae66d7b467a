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

  const advised = (word, text) => text ? [make('p', {'class': 'advice'}, word + ' with ' + text)] : [];

  const refused = step => [refusal(step.reason)].concat(advised('Would run', step.advice));

  function showPlan(status, answer) {
    if (status !== 200 || !answer) {
      fill('plan', make('p', {'class': 'bad'}, status === 400
        ? 'Explaining is off, or a parameter cannot be read. Set sharding.endpoint.explain=true to allow it.'
        : status === 405 || status === 404 ? 'Explaining needs management.endpoint.sharding.access=unrestricted.'
        : shardkit.problem(status, 'sharding')));
      return;
    }
    if (answer.refusal) { fill('plan', refusal(answer.refusal)); return; }
    if (answer.steps[0] && answer.steps[0].way === 'refused') { fill('plan', refused(answer.steps[0])); return; }
    const calls = answer.steps.filter(step => step.unit).length;
    const first = answer.steps[0] || {};
    const heads = Object.keys(first).filter(key => ['way', 'reason', 'advice'].indexOf(key) < 0
      && answer.steps.some(step => step[key] !== null && step[key] !== ''));
    fill('plan', [
      make('p', {}, ['Way: ', make('strong', {}, first.way), '; ' + (calls === 1 ? 'one statement' : calls + ' statements')
        + ' to the databases.']),
      make('p', {}, first.reason || 'There is no cheaper way.')
    ].concat(advised('Cheaper', first.advice)).concat([
      shardkit.table('Steps', heads.map(key => head(key, first[key])),
        answer.steps.map(step => make('tr', {}, heads.map(key => shown(key, step[key])))))
    ]));
  }

  function explain() {
    shardkit.ask('POST', document.body.getAttribute('data-sharding') + '/explain',
      {sql: at('sql').value, parameters: at('parameters').value || null}, showPlan);
  }

  /* A statement of another view is explained at once, if it has no parameters; the focus needs the view to be shown. */
  function open(sql) {
    at('sql').value = sql;
    at('parameters').value = '';
    fill('plan', []);
    window.addEventListener('hashchange', () => at(sql.indexOf('?') < 0 ? 'sql' : 'parameters').focus(), {once: true});
    window.location.hash = '/explain';
    if (sql.indexOf('?') < 0) { explain(); }
  }

  at('explain').addEventListener('submit', event => { event.preventDefault(); explain(); });
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-explain]');
    if (button) { open(button.getAttribute('data-explain')); }
  });

  Object.assign(shardkit, {named, shown});
  shardkit.views.explain = {show: () => {}};
})();
