/** View transitions between pages. Inline in the document, because a page without styles on arrival gets no transition. */
export const FOLLOW_BY_TRANSITION =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/**
 * An aborted transition between two pages (one of them has none, or the next navigation starts meanwhile) is not an error
 * of the page. Text of a script.
 */
export const LET_TRANSITIONS_FAIL =
  ';onpageswap=onpagereveal=function(event){' +
  'event.viewTransition?.ready.catch(function(){});event.viewTransition?.finished.catch(function(){})}'
