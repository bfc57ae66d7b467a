/* Numbers as people read them. */
var shardkit = (() => {
  'use strict';
  const NONE = '\u2013';

  const isKnown = value => value !== null && value !== undefined && !isNaN(value);

  /* Three digits are enough, and fewer than that are no digits to drop. */
  function short(value) {
    const size = Math.abs(value);
    return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(size >= 1 || size === 0 ? 1 : 2);
  }

  function scaled(value, steps, units) {
    let rest = value;
    let i = 0;
    while (i < steps.length && Math.abs(rest) >= steps[i] * 0.9995) { rest /= steps[i]; i++; }
    return {rest: rest, unit: units[i]};
  }

  function number(value) { return isKnown(value) ? Number(value).toLocaleString('en') : ''; }

  function count(value) {
    if (!isKnown(value)) { return NONE; }
    if (Math.abs(value) < 10000) { return number(value); }
    const found = scaled(value, [1000, 1000, 1000], ['', ' k', ' M', ' G']);
    return short(found.rest) + found.unit;
  }

  function rate(value) {
    if (!isKnown(value)) { return NONE; }
    const found = scaled(value, [1000, 1000], ['/s', ' k/s', ' M/s']);
    return (found.rest === 0 ? '0' : short(found.rest)) + found.unit;
  }

  function time(micros) {
    if (!isKnown(micros)) { return ''; }
    if (micros >= 119500000) { return duration(micros / 1000000); }
    const found = scaled(micros, [1000, 1000], [' \u00b5s', ' ms', ' s']);
    return (found.unit === ' \u00b5s' ? Math.round(found.rest) : short(found.rest)) + found.unit;
  }

  function duration(seconds) {
    return !isKnown(seconds) ? NONE : seconds < 120 ? Math.round(seconds) + ' s'
      : seconds < 7200 ? short(seconds / 60) + ' min'
      : seconds < 172800 ? (seconds / 3600).toFixed(1) + ' h' : Math.round(seconds / 86400) + ' days';
  }

  function bytes(value) {
    if (!isKnown(value)) { return NONE; }
    const found = scaled(value, [1024, 1024, 1024, 1024], [' B', ' KiB', ' MiB', ' GiB', ' TiB']);
    return (found.unit === ' B' ? Math.round(found.rest) : short(found.rest)) + found.unit;
  }

  const percent = part => (part * 100).toFixed(1) + ' %';

  const moment = instant => instant ? instant.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC') : '';

  const plural = (many, word) => number(many) + ' ' + word + (many === 1 ? '' : 's');

  return {short, number, count, rate, time, duration, bytes, percent, moment, plural, NONE, views: {}};
})();
