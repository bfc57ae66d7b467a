/* Data sources as boxes, their units as cells: the more calls or rows, the warmer. */
(() => {
  'use strict';
  const {make, pair, live} = shardkit;
  const DENSE = 8;
  const COMPACT = 48;

  /* The more cells, the smaller: without the table's name, and at last as a colour alone. */
  function cell(unit, table, many) {
    const text = unit.value === undefined ? 'unknown' : shardkit.count(unit.value);
    const made = make('li', {
      'class': 'unit' + (unit.hot ? ' hot' : '') + (many > COMPACT ? ' compact' : ''), 'data-unit': unit.unit,
      title: unit.unit + ': ' + text + ', ' + unit.times.toFixed(1) + ' times the mean'
    }, [make('span', {'class': 'name'}, many > DENSE ? unit.name.replace(table, '') : unit.name), ' ', make('span', {}, text + (unit.hot ? ' (hot)' : ''))]);
    made.style.setProperty('--share', unit.share.toFixed(3));
    return made;
  }

  function facts(source) {
    const list = make('dl', {});
    const rate = live.rates[source.name];
    if (rate) {
      pair(list, 'calls', shardkit.rate(rate.perSecond));
      pair(list, 'median, 95 %', rate.median === null ? shardkit.NONE
        : shardkit.time(rate.median) + ', ' + shardkit.time(rate.p95));
      if (rate.failures) { pair(list, 'failed calls', make('span', {'class': 'bad'}, shardkit.count(rate.failures))); }
    }
    const pool = source.pool;
    if (pool) {
      pair(list, 'connections', (pool.active || 0) + ' of ' + pool.maximum + ' in use');
      if (pool.waiting) { pair(list, 'waiting', make('span', {'class': 'bad'}, pool.waiting)); }
    }
    source.replicas.forEach(replica => pair(list, replica.name, (replica.usable ? 'in use' : 'not used')
      + (replica.lagMillis === null ? '' : ', ' + shardkit.time(replica.lagMillis * 1000) + ' lag')));
    return list;
  }

  /* The units of a table on a data source, as far as they are listed. */
  function group(source, table, units) {
    const own = units.filter(unit => unit.source === source.name);
    if (own.length === 0) { return []; }
    return [make('h4', {}, [table.name + ' ', make('span', {'class': 'dim'}, shardkit.plural(own.length, 'unit'))]),
      make('ul', {'class': own.length > DENSE ? 'units dense' : 'units', 'aria-label': table.name + ' on ' + source.name},
        own.map(unit => cell(unit, table.name, own.length)))];
  }

  function show() {
    const tables = live.report.topology.tables.map(table => ({table: table, units: live.unitsOf(table)}));
    const cut = tables.filter(each => each.table.nodes.length < each.table.actualTables);
    shardkit.say('heat-of', (tables.length === 0 ? 'No table is sharded.' : live.showsRows
      ? 'Cells: estimated rows, by statistics of the databases.' : 'Cells: calls that named the actual table since the start.')
      + (cut.length ? ' Only the first of ' + cut.map(each => each.table.name).join(', ') + ' are listed.' : '')
      + (live.showsRows && live.rows && live.rows.unknown.length
        ? ' No statistics from: ' + live.rows.unknown.join(', ') + '; see the log.' : ''));
    shardkit.fill('sources', live.report.dataSources.map(source => make('li', {
      'data-source': source.name, 'class': live.isDown(source) ? 'down' : ''
    }, [
      make('div', {'class': 'heading'}, [make('h3', {}, source.name),
        live.reach(source)]),
      facts(source)
    ].concat(tables.map(each => group(source, each.table, each.units)).flat()))));
  }

  shardkit.topology = {show: show};
})();
