/* Polls while a view is shown, and shows it. */
(() => {
  'use strict';
  const {at, ask, live, views} = shardkit;
  const EVERY = 2000;
  const RARELY = 10000;
  const ADVICE_EVERY = 30000;
  const body = document.body;
  const paths = {console: body.getAttribute('data-console'), sharding: body.getAttribute('data-sharding')};
  const asked = {};
  let view = 'overview';
  let argument = '';

  function show() {
    if (live.report) { views[view].show(argument); }
  }

  /* Asks for what changes less often than the report, or costs more. */
  function seldom(what, every, path, then) {
    if (Date.now() - (asked[what] || 0) < every) { return; }
    asked[what] = Date.now();
    ask('GET', path, null, (status, answer) => { if (status === 200 && answer) { then(answer); show(); } });
  }

  function more() {
    if (view === 'overview') {
      seldom('history', live.history ? Math.min(RARELY, live.history.stepMillis) : EVERY, paths.console + '/history', answer => {
        live.history = answer;
        views.overview.showCurves();
      });
    }
    if (view === 'databases' || view === 'overview') {
      seldom('databases', RARELY, paths.console + '/databases', answer => { live.databases = answer; });
    }
    if (views[view].advises) {
      seldom('advice', ADVICE_EVERY, paths.sharding + '/advice', answer => {
        live.advice = {};
        answer.statements.forEach(each => { live.advice[each.sql] = each.advice; });
      });
    }
    if (views[view].refresh) { views[view].refresh(); }
  }

  function refresh(done) {
    ask('GET', paths.sharding, null, (status, answer) => {
      if (status !== 200 || !answer) { shardkit.state(shardkit.problem(status, 'sharding'), true); done(); return; }
      ask('GET', paths.console + '/traffic', null, (second, traffic) => {
        try {
          live.report = answer;
          live.report.topology.tables.sort((one, other) => one.name < other.name ? -1 : 1);
          if (second === 200 && traffic) { live.counted(traffic); }
          show();
          more();
          shardkit.state(polling.paused() ? 'Paused' : 'Live');
        } finally {
          done();
        }
      });
    });
  }

  /* The address says which view it is, as #/view/argument; another, such as that of the skip link, changes nothing. */
  function route() {
    const parts = (window.location.hash || '#/overview').split('/');
    if (!views[parts[1]]) { return; }
    if (view !== parts[1]) { window.scrollTo(0, 0); }
    view = parts[1];
    argument = decodeURIComponent(parts[2] || '');
    Object.keys(views).forEach(each => { at('view-' + each).hidden = each !== view; });
    shardkit.showView(view === 'code' ? 'refusals' : view);
    show();
    if (live.report) { more(); }
  }

  function press(pressed, other) {
    at(pressed).setAttribute('aria-pressed', 'true');
    at(other).setAttribute('aria-pressed', 'false');
    show();
  }

  at('by-traffic').addEventListener('click', () => { live.showsRows = false; press('by-traffic', 'by-rows'); });
  at('by-rows').addEventListener('click', () => {
    ask('GET', paths.console + '/rows', null, (status, answer) => {
      if (status !== 200 || !answer) { shardkit.say('heat-of', shardkit.problem(status, 'shardingconsole')); return; }
      live.rows = answer;
      live.showsRows = true;
      press('by-rows', 'by-traffic');
    });
  });
  window.addEventListener('hashchange', route);
  route();
  const polling = shardkit.poll(EVERY, refresh);
})();
