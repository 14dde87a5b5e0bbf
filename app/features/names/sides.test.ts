import { describe, expect, it } from 'vitest'
import { isSideUnknown, sameSide, sideOf, splitSide } from './sides.ts'

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
    ['England U21', 'england', { age: '21' }],
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

describe('sameSide', () => {
  it('requires sex, age and level to agree', () => {
    expect(sameSide('Ajax U19', 'AFC Ajax Under 19')).toBe(true)
    expect(sameSide('Ajax Women U19', 'Ajax U19')).toBe(false)
    expect(sameSide('Barcelona B', 'FC Barcelona II')).toBe(true)
    expect(sameSide('Barcelona', 'Barcelona B')).toBe(false)
  })
})
