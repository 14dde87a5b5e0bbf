/**
 * A transition between two pages that comes to nothing (one of them has none, or the next is asked for meanwhile) is no
 * failure of the page. Text of a script.
 */
export const LET_TRANSITIONS_FAIL =
  ';[`pageswap`,`pagereveal`].forEach(function(type){addEventListener(type,function({viewTransition}){' +
  'if(viewTransition)for(const it of [viewTransition.ready,viewTransition.finished])it.catch(function(){})})})'
