/* Elements, requests and polling of all pages. */
(() => {
  'use strict';

  /* Timeout of a request, in milliseconds. */
  const TIMEOUT = 30000;

  const at = id => document.getElementById(id);

  const nodes = children => [].concat(children).map(child =>
    child && child.nodeType ? child : document.createTextNode(String(child)));

  /* An element of text and elements; nothing is ever read as HTML. */
  function make(name, attributes, children) {
    const made = document.createElement(name);
    Object.keys(attributes || {}).forEach(key => made.setAttribute(key, attributes[key]));
    nodes(children === undefined ? [] : children).forEach(child => made.appendChild(child));
    return made;
  }

  function same(old, fresh) {
    Array.from(old.attributes).forEach(each => {
      /* What a reader has unfolded stays so. */
      if (each.name === 'open' && old.nodeName === 'DETAILS') { return; }
      if (!fresh.hasAttribute(each.name)) { old.removeAttribute(each.name); }
    });
    Array.from(fresh.attributes).forEach(each => {
      /* A policy that forbids styles in attributes allows this. */
      if (each.name === 'style') { old.style.cssText = fresh.style.cssText; return; }
      if (old.getAttribute(each.name) !== each.value) { old.setAttribute(each.name, each.value); }
    });
    change(old, Array.from(fresh.childNodes));
  }

  /* Changes only the differences, so that focus, selection and scroll position stay. */
  function change(target, children) {
    children.forEach((fresh, i) => {
      const old = target.childNodes[i];
      if (!old) {
        target.appendChild(fresh);
      } else if (old.nodeName !== fresh.nodeName) {
        target.replaceChild(fresh, old);
      } else if (old.nodeType !== 1) {
        if (old.data !== fresh.data) { old.data = fresh.data; }
      } else {
        same(old, fresh);
      }
    });
    while (target.childNodes.length > children.length) { target.removeChild(target.lastChild); }
  }

  function fill(id, children) { change(at(id), nodes(children)); }

  const say = fill;

  const none = text => make('p', {'class': 'none'}, text);

  const link = (href, text) => make('a', {href: href}, text);

  /* A head that is no text is an object: its text, whether it is of numbers, and by which key it sorts, if it does. */
  function heading(head) {
    const of = typeof head === 'string' ? {text: head} : head;
    const attributes = {scope: 'col'};
    if (of.numeric) { attributes['class'] = 'number'; }
    if (of.sorted) { attributes['aria-sort'] = of.sorted; }
    return make('th', attributes, of.key ? make('button', {type: 'button', 'data-sort': of.key}, of.text) : of.text);
  }

  const numeric = text => ({text: text, numeric: true});

  function table(caption, heads, lines) {
    return make('div', {'class': 'wide', tabindex: '0', role: 'region', 'aria-label': caption}, make('table', {}, [
      make('caption', {}, make('span', {}, caption)),
      make('thead', {}, make('tr', {}, heads.map(heading))),
      make('tbody', {}, lines)
    ]));
  }

  function cell(value, kind) {
    return make('td', kind ? {'class': kind} : {}, value === null || value === undefined ? '' : value);
  }

  const row = value => make('th', {scope: 'row'}, value);

  /* A share as a bar under its number. */
  function share(part, text) {
    const bar = make('span', {'class': 'share'});
    bar.style.setProperty('--share', Number(part).toFixed(3));
    return cell([make('span', {}, text), bar], 'number');
  }

  const badge = (kind, text) => make('span', {'class': 'badge ' + kind}, text);

  /* A code of Shardkit leads to what is known of it. */
  const code = text => /^SK-\d+$/.test(text) ? link('#/code/' + text, text) : make('span', {}, text);

  function cookie(name) {
    const found = document.cookie.split('; ').filter(each => each.indexOf(name + '=') === 0)[0];
    return found ? decodeURIComponent(found.substring(name.length + 1)) : '';
  }

  function ask(method, path, sent, done) {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('Accept', 'application/json');
    if (sent) { request.setRequestHeader('Content-Type', 'application/json'); }
    if (method !== 'GET' && cookie('XSRF-TOKEN')) { request.setRequestHeader('X-XSRF-TOKEN', cookie('XSRF-TOKEN')); }
    request.onload = () => {
      let answer = null;
      try { answer = JSON.parse(request.responseText); } catch (e) { answer = null; }
      done(request.status, answer);
    };
    request.onerror = () => done(0, null);
    request.ontimeout = request.onerror;
    request.timeout = TIMEOUT;
    request.send(sent ? JSON.stringify(sent) : null);
  }

  function problem(status, endpoint) {
    return status === 401 || status === 403 ? 'Access denied. Log in as a user with access.'
      : status === 404 ? 'The endpoint "' + endpoint
        + '" is not exposed: add it to management.endpoints.web.exposure.include.'
      : status === 0 ? 'The application does not answer.'
      : status === 200 ? 'The answer is no JSON. Has the session ended? Log in again.'
      : 'The application answers with status ' + status + '.';
  }

  let shownAt = '';

  /* Until the next answer the page goes grey and says when the last one came. */
  function state(text, isProblem) {
    at('state').className = isProblem ? 'bad' : '';
    document.body.classList.remove('loading');
    document.body.classList[isProblem ? 'add' : 'remove']('stale');
    if (!isProblem) { shownAt = new Date().toLocaleTimeString('en-GB'); }
    say('state', isProblem && shownAt ? text + ' The last answer came at ' + shownAt + '.' : text);
  }

  function pair(list, term, value) {
    if (value !== '' && value !== null && value !== undefined) {
      list.appendChild(make('dt', {}, term));
      list.appendChild(make('dd', {}, value));
    }
  }

  /* Refreshes by one timer until the button is pressed, and then again. */
  function poll(every, refresh) {
    let paused = false;
    let refreshing = false;

    function loop() {
      if (paused || refreshing) { return; }
      refreshing = true;
      refresh(() => window.setTimeout(() => { refreshing = false; loop(); }, every));
    }

    at('pause').addEventListener('click', () => {
      paused = !paused;
      at('pause').setAttribute('aria-pressed', String(paused));
      if (!document.body.classList.contains('stale')) { say('state', paused ? 'Paused' : 'Live'); }
      loop();
    });
    window.setTimeout(loop, 0);
    return {paused: () => paused};
  }

  /* The view that is shown, in the heading, the title and the navigation. */
  function showView(view) {
    const all = Array.from(document.querySelectorAll('.views a'));
    all.forEach(each => {
      if (each.getAttribute('data-view') === view) { each.setAttribute('aria-current', 'page'); }
      else { each.removeAttribute('aria-current'); }
    });
    const now = all.filter(each => each.getAttribute('data-view') === view)[0];
    document.title = now ? now.textContent : view;
    if (now) { now.closest('ul').scrollLeft = now.offsetLeft - 24; }
    say('title', document.title);
  }

  function askInstance() {
    ask('GET', document.body.getAttribute('data-console') + '/instance', null, (status, answer) => {
      if (status !== 200 || !answer) { return; }
      shardkit.instance = answer;
      const age = (Date.now() - Date.parse(answer.startedAt)) / 1000;
      fill('instance', [make('strong', {}, answer.application || 'application'), (answer.host ? ' on ' + answer.host : '')
        + ', process ' + answer.pid + ', up ' + shardkit.duration(age) + ', '
        + (answer.version ? 'Shardkit ' + answer.version + ', ' : '') + 'Java ' + answer.java.split('+')[0]]);
    });
  }

  if (at('instance')) {
    showView(document.body.getAttribute('data-view'));
    askInstance();
  }

  Object.assign(shardkit, {
    at, make, change, fill, say, none, link, table, numeric, cell, row, share, badge, code, ask, problem, state, pair, poll, showView
  });
})();
