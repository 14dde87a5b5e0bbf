import { chromium } from 'playwright-core'
import { existsSync, readFileSync } from 'node:fs'
const [,, who, stepFile] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] })
const state = `/tmp/f2/${who}.json`
const open = async (o={}) => b.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', storageState: existsSync(state)? state: undefined, baseURL:'http://127.0.0.1:4100', ...o })
const c = await open()
const p = await c.newPage()
p.on('console', m => { if (m.type()==='error') console.log('CONSOLE', m.text().slice(0,300)) })
p.on('pageerror', e => console.log('PAGEERROR', e.message.slice(0,300)))
p.setDefaultTimeout(20000)
const shot = (n, full=true) => p.screenshot({ path: `/tmp/f2/${n}.png`, fullPage: full })
try { 
  const code = readFileSync(stepFile,'utf8')
  const AsyncFunction = (async()=>{}).constructor
  await new AsyncFunction('p','c','b','shot','open', code)(p,c,b,shot,open)
} catch (e) { console.log('ERR', e.message.slice(0,1500)); await shot('err') }
await c.storageState({ path: state })
await b.close()
