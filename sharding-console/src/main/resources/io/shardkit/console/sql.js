/* SQL in colours, on one line or by clauses. */
(() => {
  'use strict';
  const TOKEN = /(--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^']|'')*')|("[^"]*"|`[^`]*`)|(\d+(?:\.\d+)?)|([A-Za-z_][\w$]*)|(\?)|(\s+)|([\s\S])/g;
  const LONG = 240;
  const SHOWN = 160;
  const KINDS = [null, 'comment', 'string', null, 'literal', 'word', 'literal'];
  const WORDS = new Set(('ADD ALL ALTER AND AS ASC BETWEEN BY CASE CAST COMMIT CREATE CROSS DEFAULT DELETE DESC DISTINCT DROP'
    + ' DUPLICATE ELSE END ESCAPE EXCEPT EXISTS FALSE FETCH FIRST FOR FROM FULL GROUP HAVING IF IN INDEX INNER INSERT INTERSECT'
    + ' INTO IS JOIN KEY LEFT LIKE LIMIT MERGE NATURAL NEXT NOT NULL OFFSET ON ONLY OR ORDER OUTER OVER PARTITION PRIMARY'
    + ' RETURNING RIGHT ROLLBACK ROWS SELECT SET TABLE THEN TRUE UNION UNIQUE UPDATE USING VALUES WHEN WHERE WINDOW WITH').split(' '));
  const CLAUSES = new Set('FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION EXCEPT INTERSECT VALUES SET RETURNING'.split(' '));
  const JOINS = new Set('LEFT RIGHT INNER CROSS FULL NATURAL'.split(' '));

  function sql(text, byClauses) {
    const made = document.createElement('code');
    made.setAttribute('class', 'sql');
    let plain = '';
    let depth = 0;
    let before = '';
    const flush = () => {
      if (plain) { made.appendChild(document.createTextNode(plain)); plain = ''; }
    };
    const breaks = word => byClauses && depth === 0 && before && (CLAUSES.has(word) && before !== 'DELETE'
      || JOINS.has(word) || word === 'JOIN' && !JOINS.has(before) && before !== 'OUTER');
    let found;
    TOKEN.lastIndex = 0;
    while ((found = TOKEN.exec(text)) !== null) {
      const token = found[0];
      const kind = KINDS[found.findIndex((group, i) => i > 0 && group !== undefined)];
      const word = token.toUpperCase();
      if (token === '(') { depth++; }
      if (token === ')') { depth--; }
      if (kind === 'word' && breaks(word)) { plain = plain.replace(/\s+$/, '') + '\n'; }
      if (kind && (kind !== 'word' || WORDS.has(word))) {
        flush();
        made.appendChild(shardkit.make('span', {'class': kind}, token));
      } else {
        plain += byClauses && /^\s+$/.test(token) ? ' ' : token;
      }
      if (kind === 'word') { before = word; }
    }
    flush();
    return made;
  }

  /* A long statement is folded to its beginning. */
  function folded(text) {
    return text.length <= LONG ? sql(text) : shardkit.make('details', {}, [
      shardkit.make('summary', {}, sql(text.substring(0, SHOWN) + ' \u2026')), shardkit.make('pre', {}, sql(text, true))]);
  }

  /* Where a page is not served over TLS, browsers have only the old way. */
  function copy(text, button) {
    const told = () => {
      const own = button.textContent;
      button.textContent = 'Copied';
      window.setTimeout(() => { button.textContent = own; }, 1500);
    };
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(told, () => {});
      return;
    }
    const field = shardkit.make('textarea', {'aria-hidden': 'true', 'class': 'skip'}, text);
    document.body.appendChild(field);
    field.select();
    if (document.execCommand('copy')) { told(); }
    document.body.removeChild(field);
    button.focus();
  }

  Object.assign(shardkit, {sql, folded, copy});
})();
