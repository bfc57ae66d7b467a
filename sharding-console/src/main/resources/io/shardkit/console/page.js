/* Functions of all pages. */
var shardkit = (function () {
  'use strict';

  /* Timeout of a request, in milliseconds. */
  var TIMEOUT = 30000;

  function at(id) { return document.getElementById(id); }

  /* An element of text and elements; nothing is ever read as HTML. */
  function make(name, attributes, children) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    [].concat(children === undefined ? [] : children).forEach(function (child) {
      made.appendChild(child && child.nodeType ? child : document.createTextNode(String(child)));
    });
    return made;
  }

  function same(old, fresh) {
    Array.prototype.slice.call(old.attributes).forEach(function (each) {
      if (!fresh.hasAttribute(each.name)) { old.removeAttribute(each.name); }
    });
    Array.prototype.slice.call(fresh.attributes).forEach(function (each) {
      /* A policy that forbids styles in attributes allows this. */
      if (each.name === 'style') { old.style.cssText = fresh.style.cssText; return; }
      if (old.getAttribute(each.name) !== each.value) { old.setAttribute(each.name, each.value); }
    });
    change(old, Array.prototype.slice.call(fresh.childNodes));
  }

  /* Changes only the differences, so that focus, selection and scroll position stay. */
  function change(target, children) {
    children.forEach(function (fresh, i) {
      var old = target.childNodes[i];
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

  function fill(id, children) { change(at(id), [].concat(children)); }

  function say(id, text) { fill(id, document.createTextNode(text)); }

  function none(text) { return make('p', {'class': 'none'}, text); }

  function table(caption, heads, lines) {
    return make('div', {'class': 'wide', tabindex: '0', role: 'region', 'aria-label': caption}, make('table', {}, [
      make('caption', {}, caption),
      make('thead', {}, make('tr', {}, heads.map(function (head) { return make('th', {scope: 'col'}, head); }))),
      make('tbody', {}, lines)
    ]));
  }

  function cell(value, kind) {
    return make('td', kind ? {'class': kind} : {}, value === null || value === undefined ? '' : value);
  }

  function cookie(name) {
    var found = document.cookie.split('; ').filter(function (each) { return each.indexOf(name + '=') === 0; })[0];
    return found ? decodeURIComponent(found.substring(name.length + 1)) : '';
  }

  function ask(method, path, sent, done) {
    var request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('Accept', 'application/json');
    if (sent) {
      request.setRequestHeader('Content-Type', 'application/json');
      if (cookie('XSRF-TOKEN')) { request.setRequestHeader('X-XSRF-TOKEN', cookie('XSRF-TOKEN')); }
    }
    request.onload = function () {
      var answer = null;
      try { answer = JSON.parse(request.responseText); } catch (e) { answer = null; }
      done(request.status, answer);
    };
    request.onerror = function () { done(0, null); };
    request.ontimeout = request.onerror;
    request.timeout = TIMEOUT;
    request.send(sent ? JSON.stringify(sent) : null);
  }

  function problem(status, endpoint) {
    return status === 401 || status === 403 ? 'Access denied. Log in as a user with access.'
      : status === 404 ? 'The endpoint "' + endpoint
        + '" is not exposed: add it to management.endpoints.web.exposure.include.'
      : status === 0 ? 'The application does not answer.' : 'The application answers with status ' + status + '.';
  }

  function number(value) {
    return value === null || value === undefined ? '' : Number(value).toLocaleString('en');
  }

  function time(micros) {
    if (micros === null) { return ''; }
    return micros < 1000 ? Math.round(micros) + ' µs'
      : micros < 1000000 ? (micros / 1000).toFixed(1) + ' ms' : (micros / 1000000).toFixed(1) + ' s';
  }

  function pair(list, term, value) {
    if (value !== '' && value !== null && value !== undefined) {
      list.appendChild(make('dt', {}, term));
      list.appendChild(make('dd', {}, value));
    }
  }

  /* Refreshes by one timer until the button is pressed, and then again. */
  function poll(every, refresh) {
    var paused = false;
    var refreshing = false;

    function loop() {
      if (paused || refreshing) { return; }
      refreshing = true;
      refresh(function () {
        window.setTimeout(function () { refreshing = false; loop(); }, every);
      });
    }

    at('pause').addEventListener('click', function () {
      paused = !paused;
      at('pause').setAttribute('aria-pressed', String(paused));
      say('state', paused ? 'Paused' : 'Live');
      loop();
    });
    window.setTimeout(loop, 0);
    return {paused: function () { return paused; }};
  }

  return {
    at: at, make: make, fill: fill, say: say, none: none, table: table, cell: cell, ask: ask, problem: problem,
    number: number, time: time, pair: pair, poll: poll
  };
}());
