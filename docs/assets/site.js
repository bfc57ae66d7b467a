/* After the theme's script: tables that scroll are reached by Tab, and what the theme leaves without a name has one. */
(() => {
  'use strict';
  function mend() {
    document.querySelectorAll('.md-typeset__scrollwrap').forEach(each => {
      if (each.scrollWidth > each.clientWidth) { each.tabIndex = 0; } else { each.removeAttribute('tabindex'); }
    });
    document.querySelectorAll('.md-code__nav').forEach((each, i) => each.setAttribute('aria-label', 'Code ' + (i + 1)));
    document.querySelectorAll('.md-version__current').forEach(each =>
      each.setAttribute('aria-label', each.textContent.trim() + ', select version'));
  }

  document.querySelectorAll('nav[aria-labelledby]').forEach(each => {
    each.setAttribute('aria-label', each.querySelector('.md-nav__title').textContent.trim());
    each.removeAttribute('aria-labelledby');
  });
  new MutationObserver(mend).observe(document.body, {childList: true, subtree: true});
  window.addEventListener('resize', mend);
  mend();
})();
