/** Pages follow each other by a transition. In the document itself: a page that has no styles yet when it comes is left out. */
export const FOLLOW_BY_TRANSITION =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/**
 * A transition between two pages that comes to nothing (one of them has none, or the next is asked for meanwhile) is no
 * failure of the page. Text of a script.
 */
export const LET_TRANSITIONS_FAIL =
  ';[`pageswap`,`pagereveal`].forEach(function(type){addEventListener(type,function({viewTransition:it}){' +
  'if(it)for(const end of [it.ready,it.finished])end.catch(function(){})})})'
