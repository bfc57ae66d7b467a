/* The statements that ran: by shape where their statistics are exposed, by way, and the largest single ones. */
(() => {
  'use strict';
  const {at, make, fill, cell, numeric, live} = shardkit;
  const EVERY = 5000;
  const LIMIT = 100;
  const COLUMNS = [
    {key: 'total', field: 'totalMillis', text: 'total', show: millis},
    {key: 'share', field: 'share', text: 'share', show: shardkit.percent},
    {key: 'calls', field: 'calls', text: 'calls', show: shardkit.count},
    {key: 'mean', field: 'meanMillis', text: 'mean', show: millis},
    {key: 'p95', field: 'p95Millis', text: '95 %', show: millis},
    {key: 'max', field: 'maxMillis', text: 'max', show: millis},
    {key: 'rows', field: 'rows', text: 'rows', show: shardkit.count},
    {key: 'units', field: 'units', text: 'units', show: value => value.toFixed(value === Math.round(value) ? 0 : 1)},
    {key: 'errors', text: 'errors', show: shardkit.count}
  ];
  const NAMES = {slowest: 'Slowest', widest: 'Most actual tables', mostGathered: 'Most rows gathered'};
  const WAYS = {none: 'none (refused, or answered without a database)', failed: 'failed in a database'};
  const path = document.body.getAttribute('data-statements');
  let found = null;
  let missing = false;
  let askedAt = 0;
  let sort = 'total';
  let last = 0;
  let routed = '';
  let opened = '';

  function millis(value) { return shardkit.time(value * 1000); }

  const valueOf = (each, column) => column.key === 'errors' ? each.errors + each.refusals : each[column.field];

  function sorted() {
    const column = COLUMNS.filter(each => each.key === sort)[0];
    return found.statements.slice().sort((one, other) => valueOf(other, column) - valueOf(one, column));
  }

  function advised(sql) { return (live.advice[sql] || []).map(each => 'with ' + each).join('; '); }

  function details(each) {
    const advice = advised(each.sql);
    const errors = each.errors || each.refusals ? [make('p', {}, [shardkit.plural(each.errors, 'error') + ', '
      + shardkit.plural(each.refusals, 'refusal') + '; the last: ',
      shardkit.code(/^SK-/.test(each.lastError) ? each.lastError : 'SQLState ' + each.lastError)])] : [];
    return make('tr', {'class': 'details'}, make('td', {colspan: String(COLUMNS.length + 1)}, [
      make('pre', {tabindex: '0', role: 'group', 'aria-label': 'SQL'}, shardkit.sql(each.sql, true))
    ].concat(advice ? [make('p', {'class': 'advice'}, 'Cheaper ' + advice)] : []).concat(errors).concat([
      make('p', {'class': 'dim'}, each.operation.toLowerCase() + ', up to ' + shardkit.plural(each.maxUnits, 'unit')
        + '; first seen ' + shardkit.moment(each.firstSeen) + ', last ' + shardkit.moment(each.lastSeen)),
      make('div', {'class': 'bar'}, [make('button', {type: 'button', 'data-copy': each.sql}, 'Copy SQL'),
        make('button', {type: 'button', 'data-explain': each.sql}, 'Explain')])
    ])));
  }

  function line(each, name) {
    return make('tr', {}, [make('th', typeof name === 'string' ? {scope: 'row'} : {scope: 'row', 'class': 'sql'}, name)].concat(COLUMNS.map(column => {
      const value = valueOf(each, column);
      return column.key === 'share' ? shardkit.share(value, column.show(value))
        : cell(column.show(value), column.key === 'errors' && value ? 'number bad' : 'number');
    })));
  }

  function lines(each) {
    const isOpen = opened === each.sql;
    const own = line(each, make('button', {
      type: 'button', 'class': 'row', 'data-open': each.sql, 'aria-expanded': String(isOpen)
    }, shardkit.sql(each.sql)));
    return isOpen ? [own, details(each)] : [own];
  }

  const heads = () => ['statement'].concat(COLUMNS.map(column => ({
    text: column.text, numeric: true, key: column.key, sorted: column.key === sort ? 'descending' : 'none'
  })));

  function showStatistics() {
    ['copy-statements', 'reset-statements', 'search', 'scope'].forEach(id => { at(id).disabled = !found || !found.enabled; });
    if (missing) {
      fill('statistics', shardkit.none('Statistics by shape need'
        + ' the endpoint "shardingstatements" in management.endpoints.web.exposure.include.'));
      return;
    }
    if (!found) { fill('statistics', shardkit.none('Loading')); return; }
    if (!found.enabled) { fill('statistics', shardkit.none('Statements are not counted by shape. Set sharding.statements.enabled=true.')); return; }
    shardkit.say('statistics-basis', shardkit.plural(found.calls, 'execution') + ', ' + millis(found.totalMillis) + ' in total, of '
      + shardkit.plural(found.instances, 'instance') + ' since ' + shardkit.moment(found.since)
      + (found.statements.length < LIMIT ? '' : '. The first ' + LIMIT + ' are listed; the search finds the others')
      + (found.problem ? '. Other instances are left out: ' + found.problem : ''));
    fill('statistics', (found.statements.length === 0 ? [shardkit.none('No statement matches.')]
      : [shardkit.table('Statements, the same but for their values in one line', heads(), sorted().map(lines).flat()
        .concat(found.others ? [line(found.others, 'all others')] : []))])
      .concat(found.definitions.length === 0 ? [] : [shardkit.table('Definitions of tables and the like',
        ['statement'].concat(COLUMNS.map(column => numeric(column.text))),
        found.definitions.map(each => line(each, shardkit.folded(each.sql))))]));
  }

  function refresh() {
    if (Date.now() - askedAt < EVERY) { return; }
    askedAt = Date.now();
    const own = ++last;
    shardkit.ask('GET', path + '?limit=' + LIMIT + '&sort=' + (sort === 'share' ? 'total' : sort) + '&scope=' + at('scope').value
      + '&search=' + encodeURIComponent(at('search').value), null, (status, answer) => {
      if (own !== last) { return; }
      missing = status === 404;
      if (status === 200 && answer) { found = answer; }
      else if (!missing) { shardkit.say('statistics-basis', shardkit.problem(status, 'shardingstatements')); }
      showStatistics();
    });
  }

  /* The address may say by which column, as #/statements/errors. */
  function sortBy(key) {
    if (key === routed) { return; }
    routed = key;
    if (COLUMNS.some(column => column.key === key)) { sort = key; again(); }
  }

  function again() { askedAt = 0; refresh(); }

  function showWays() {
    const ways = Object.keys(live.report.statements).filter(way => live.report.statements[way] > 0);
    const all = live.sum(ways.map(way => live.report.statements[way]));
    fill('ways', ways.length === 0 ? shardkit.none('No statement has run yet.') : shardkit.table('Statements by way',
      ['way', numeric('statements'), numeric('share')], ways.map(way => {
        const many = live.report.statements[way];
        return make('tr', {}, [shardkit.row(WAYS[way] || way), cell(shardkit.number(many), 'number'),
          shardkit.share(many / all, shardkit.percent(many / all))]);
      })));
  }

  function showLargest() {
    const largest = live.report.largest || {};
    fill('largest', Object.keys(largest).filter(kind => largest[kind].length).map(kind => {
      const keys = Object.keys(largest[kind][0]);
      return shardkit.table(NAMES[kind] || kind,
        keys.map(key => typeof largest[kind][0][key] === 'number' ? numeric(shardkit.named(key)) : shardkit.named(key))
          .concat(['cheaper']),
        largest[kind].map(each => make('tr', {}, keys.map(key => shardkit.shown(key, each[key])).concat([cell(advised(each.sql), 'sql')]))));
    }));
  }

  /* Tab-separated, as spreadsheets and issue trackers take it. */
  function copyAll() {
    const text = [['statement'].concat(COLUMNS.map(column => column.field || column.key)).join('\t')].concat(sorted().map(each =>
      [each.sql].concat(COLUMNS.map(column => valueOf(each, column))).join('\t'))).join('\n');
    shardkit.copy(text, at('copy-statements'));
  }

  function reset() {
    if (at('reset-statements').textContent === 'Reset') { shardkit.say('reset-statements', 'Reset: sure?'); return; }
    shardkit.say('reset-statements', 'Reset');
    shardkit.ask('DELETE', path, null, status => {
      if (status === 204 || status === 200) { again(); return; }
      shardkit.say('statistics-basis', status === 405 || status === 404
        ? 'To reset, set management.endpoint.shardingstatements.access=unrestricted.'
        : shardkit.problem(status, 'shardingstatements'));
    });
  }

  at('statistics').addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) { return; }
    const get = name => button.getAttribute('data-' + name);
    if (get('sort')) { sort = get('sort'); again(); }
    else if (get('open')) { opened = opened === get('open') ? '' : get('open'); showStatistics(); }
    else if (get('copy')) { shardkit.copy(get('copy'), button); }
  });
  at('search').addEventListener('input', again);
  at('statement-search').addEventListener('submit', event => event.preventDefault());
  at('scope').addEventListener('change', again);
  at('copy-statements').addEventListener('click', copyAll);
  at('reset-statements').addEventListener('click', reset);
  at('reset-statements').addEventListener('blur', () => shardkit.say('reset-statements', 'Reset'));

  shardkit.views.statements = {
    advises: true, refresh: refresh, show: argument => { sortBy(argument); showStatistics(); showWays(); showLargest(); }
  };
})();
