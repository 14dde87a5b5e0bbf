import { describe, expect, it } from 'vitest'
import { sideOf } from '#app/features/names/sides.ts'
import { applyLessons, chooseTaught, type Lesson } from './lessons.ts'

const MEN = sideOf({ name: 'Leeds', league: 'Premier League' })
const WOMEN = sideOf({ name: 'Leeds', league: 'Super League Women' })
const [united, ladies] = [1, 2]
const taught = (teamId: number, side = MEN, isSame = true): Lesson => ({ teamId, isSame, side })

describe('applyLessons', () => {
  it('prefers decisions about the same team of the club', () => {
    const lessons = [taught(united), taught(ladies, WOMEN)]
    expect(applyLessons(lessons, MEN)).toMatchObject({ same: [united], isLike: true })
    expect(applyLessons(lessons, WOMEN)).toMatchObject({ same: [ladies], isLike: true })
  })

  it('separates decisions about another team of the club', () => {
    expect(applyLessons([taught(ladies)], WOMEN)).toMatchObject({ same: [ladies], isLike: false })
  })

  it('rejects only what was rejected for the same team', () => {
    const lessons = [taught(united, WOMEN, false), taught(ladies, MEN, false)]
    expect([...applyLessons(lessons, MEN).different]).toEqual([ladies])
    expect([...applyLessons(lessons, WOMEN).different]).toEqual([united])
  })

  it('does not accept from another team what was rejected for the same one', () => {
    expect(applyLessons([taught(united, WOMEN), taught(united, MEN, false)], MEN).same).toEqual([])
  })
})

describe('chooseTaught', () => {
  const [like, unlike] = [{ isLike: true }, { isLike: false }]

  it("prefers a person's decision to the rules", () => {
    expect(chooseTaught([ladies], like, () => false)).toBe(ladies)
    expect(chooseTaught([ladies], unlike, () => false)).toBeUndefined()
    expect(chooseTaught([ladies], unlike, () => true)).toBe(ladies)
  })

  it('chooses the only one with exactly the same team, and none when there are several', () => {
    const teams = [united, ladies]
    expect(chooseTaught(teams, like, (team) => team === ladies)).toBe(ladies)
    expect(chooseTaught(teams, like, () => true)).toBeUndefined()
    expect(chooseTaught(teams, like, () => false)).toBeUndefined()
    expect(chooseTaught([], like, () => true)).toBeUndefined()
  })
})
