import { describe, expect, it } from 'vitest'
import { isSideUnknown, sameSide, sideOf, splitLeagueSide, splitSide } from './sides.ts'

const SENIOR = { women: false, age: null, level: 1 }

describe('splitSide', () => {
  it.each([
    ['Arsenal Women', 'arsenal', { women: true }],
    ['Arsenal (W)', 'arsenal', { women: true }],
    ['Arsenal W', 'arsenal', { women: true }],
    ['FC Barcelona Femení', 'fc barcelona', { women: true }],
    ['Real Madrid Femenino', 'real madrid', { women: true }],
    ['Juventus Femminile', 'juventus', { women: true }],
    ['Everton Ladies', 'everton', { women: true }],
    ["Arsenal Women's", 'arsenal', { women: true }],
    ['Fenerbahçe Kadınlar', 'fenerbahce', { women: true }],
    ['Honka Naiset', 'honka', { women: true }],
    ['Ferencváros Női', 'ferencvaros', { women: true }],
    ['Slavia Praha Ženy', 'slavia praha', { women: true }],
    ['Slavia Praha žen', 'slavia praha', { women: true }],
    ['Dinamo Žene', 'dinamo', { women: true }],
    ['Górnik Łęczna Kobiet', 'gornik leczna', { women: true }],
    ['Ajax Dames', 'ajax', { women: true }],
    ['Malmö Damer', 'malmo', { women: true }],
    ['Breiðablik kvenna', 'breidablik', { women: true }],
    ['Brøndby Kvindehold', 'brondby', { women: true }],
    ['Vllaznia Femra', 'vllaznia', { women: true }],
    ['Flora Naised', 'flora', { women: true }],
    ['Hà Nội Nữ', 'ha noi', { women: true }],
    ['England W U19', 'england', { women: true, age: '19' }],
    ['England U21', 'england', { age: '21' }],
    ['Ajax Onder 19', 'ajax', { age: '19' }],
    ['Ajax Jeugd', 'ajax', { age: 'youth' }],
    ['River Plate Reserva', 'river plate', { level: 2 }],
    ['Legia Rezerwy', 'legia', { level: 2 }],
    ['Gent Beloften', 'gent', { level: 2 }],
    ['England Under-21', 'england', { age: '21' }],
    ['Brasil Sub-20', 'brasil', { age: '20' }],
    ['Chelsea U-19 Women', 'chelsea', { women: true, age: '19' }],
    ['Roma Primavera', 'roma', { age: 'youth' }],
    ['Ajax Youth', 'ajax', { age: 'youth' }],
    ['Bayern München II', 'bayern munchen', { level: 2 }],
    ['Barcelona B', 'barcelona', { level: 2 }],
    ['Zenit-2', 'zenit', { level: 2 }],
    ['Leeds Reserves', 'leeds', { level: 2 }],
    ['Leeds Res.', 'leeds', { level: 2 }],
    ['Jong PSV', 'psv', { level: 2 }],
    ['Real Madrid Castilla', 'real madrid', { level: 2 }],
    ['Hertha III', 'hertha', { level: 3 }],
    ['Ολυμπιακός Β', 'ολυμπιακός', { level: 2 }],
    ['Ολυμπιακός Γ', 'ολυμπιακός', { level: 3 }],
    ['Παναθηναϊκός Κ19', 'παναθηναϊκός', { age: '19' }],
    ['ΠΑΟΚ Γυναικών', 'παοκ', { women: true }],
    ['ΠΑΟΚ (Γ)', 'παοκ', { women: true }],
    ['Динамо Б', 'динамо', { level: 2 }],
    ['Зенит (мол.)', 'зенит', { age: 'youth' }],
    ['Зенит до 21', 'зенит', { age: '21' }],
    ['Зенит (ж)', 'зенит', { women: true }],
    ['ЦСКА жени', 'цска', { women: true }],
    ['Динамо жінки', 'динамо', { women: true }],
    ['الهلال للسيدات', 'الهلال', { women: true }],
    ['الهلال تحت 21', 'الهلال', { age: '21' }],
    ['Willem II', 'willem ii', {}],
    ['Boca Juniors', 'boca juniors', {}],
    ['Inverness C', 'inverness c', {}],
    ['Inverness C U20', 'inverness c', { age: '20' }],
    ['Barcelona C', 'barcelona', { level: 3 }],
    ['Young Boys', 'young boys', {}],
    ['B 93', 'b 93', {}],
    ['B36 Tórshavn', 'b36 torshavn', {}],
    ['Union Berlin', 'union berlin', {}],
    ['Hà Nội', 'ha noi', {}],
    ['Cong An Ha Noi', 'cong an ha noi', {}],
    ["Sparta R'dam", "sparta r'dam", {}],
    ['Van Dam', 'van dam', {}],
    ['Damac', 'damac', {}],
    ['Notre Dame', 'notre dame', {}],
    ['Vissel Zen', 'vissel zen', {}],
    ['Queens Park Rangers', 'queens park rangers', {}],
    ['W Connection', 'w connection', {}],
  ])('%s', (name, team, side) => {
    expect(splitSide(name)).toEqual({ team, side: { ...SENIOR, ...side } })
  })
})

describe('sideOf', () => {
  it.each([
    ['Leeds', 'Super League Women', { women: true }],
    ['Leeds B', 'Premier League U21', { age: '21', level: 2 }],
    ['Leeds Women', 'Cup', { women: true }],
    ['Leeds', 'Liga 2', {}],
  ])('%s in %s', (name, league, side) => {
    expect(sideOf({ name, league })).toEqual({ ...SENIOR, ...side })
    expect(isSideUnknown(sideOf({ name, league }))).toBe(Object.keys(side).length === 0)
  })
})

describe('splitLeagueSide', () => {
  it.each([
    'Kadınlar Süper Ligi',
    'Ekstraliga Kobiet',
    '1. liga žen',
    '1. liga zen',
    'NB I Női',
    'NB I Noi',
    'WE League',
    'Úrvalsdeild kvenna',
    'Naisten Liiga',
    'Kansallinen Liiga',
    'Eredivisie Dames',
    'D1 Arkema',
    'SWPL 1',
    'SHL Dam',
    'Allsvenskan (dam)',
    'Liga BPI',
    'Superliga e Femrave',
    'Sieviešu futbola līga',
  ])('reads %s as of women', (league) => {
    expect(splitLeagueSide(league).women).toBe(true)
  })

  it.each([
    'Süper Lig',
    'Ekstraliga',
    '1. liga',
    'NB I',
    'Première Ligue',
    'Cup Ha Noi',
    'Eredivisie',
    'J1 League',
  ])('does not read %s as of women', (league) => {
    expect(splitLeagueSide(league).women).toBe(false)
  })
})

describe('sameSide', () => {
  it('requires sex, age and level to agree', () => {
    expect(sameSide('Ajax U19', 'AFC Ajax Under 19')).toBe(true)
    expect(sameSide('Ajax Women U19', 'Ajax U19')).toBe(false)
    expect(sameSide('Barcelona B', 'FC Barcelona II')).toBe(true)
    expect(sameSide('Barcelona', 'Barcelona B')).toBe(false)
  })
})
