import { WIDGET_HEIGHTS } from '../base/widget-request.ts'

/** Runs in a widget: tells the page around it how high it is. The message has nothing else, so any page may get it. */
export const TELL_HEIGHT =
  "const tell=()=>parent.postMessage({overround:Math.ceil(document.documentElement.getBoundingClientRect().height)},'*');" +
  'new ResizeObserver(tell).observe(document.documentElement)'

/**
 * Runs in a page of another site: puts a frame in place of its own script element, by its `data-` attributes, and sets
 * the frame's height. It listens only to messages of this frame from the site of the script.
 */
export const EMBED = `(()=>{
const heights=${JSON.stringify(WIDGET_HEIGHTS)}
const script=document.currentScript,{origin}=new URL(script.src),{widget,title,...query}=script.dataset
const frame=document.createElement('iframe')
frame.src=origin+'/widgets/'+encodeURIComponent(widget)+'?'+new URLSearchParams(query)
frame.title=title||'Odds'
frame.loading='lazy'
frame.style.cssText='width:100%;height:'+(heights[widget]||320)+'px;border:0;display:block'
addEventListener('message',({source,origin:from,data})=>{
const height=data&&data.overround
if(from===origin&&source===frame.contentWindow&&height>0&&height<4000)frame.style.height=height+'px'
})
script.after(frame)
})()
`
