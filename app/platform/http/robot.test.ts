import { describe, expect, it } from 'vitest'
import { isRobot } from './robot.ts'

describe('isRobot', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) Chrome/141.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)',
    'Googlebot-Image/1.0',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0 (compatible; DotBot/1.2)',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
    'SomeBot',
    'discobot/1.1',
    'Mozilla/5.0 (compatible; YandexBot/3.0) CUBOT',
    'facebookexternalhit/1.1',
    'curl/8.5.0',
    'node',
  ])('is %s', (userAgent) => {
    expect(isRobot(userAgent)).toBe(true)
  })

  it.each([
    'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/80.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 10; en; Cubot) AppleWebKit/537.36 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    '',
  ])('is not %s', (userAgent) => {
    expect(isRobot(userAgent)).toBe(false)
  })
})
