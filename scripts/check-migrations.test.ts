import { describe, expect, it } from 'vitest'
import { findContraction } from './check-migrations.ts'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n'
const problemOf = (sql: string, name = '0050_x.sql') => findContraction(name, sql, CHANGELOG)

describe('a migration', () => {
  it.each([
    'alter table t drop column c;',
    'alter table t drop c;',
    'alter table t add a int, drop c, add d int;',
    'drop table t;',
    'DROP VIEW v;',
    'alter table t rename column a to b;',
    'alter table t rename a to b;',
    'alter table t rename to u;',
    'alter table t alter column a set not null;',
    'alter table t alter a type bigint;',
  ])('is refused if it removes something: %s', (sql) => {
    expect(problemOf(sql)).toContain('breaks processes of the release before')
  })

  it.each([
    'alter table t add column a int not null default 0;',
    'alter table t drop constraint c;',
    'alter table t alter column a drop not null;',
    'alter table t alter a drop default;',
    'drop index i;',
    'drop trigger g on t;',
    'drop function if exists f(int);',
    '-- drop table t;',
    'create or replace view v as select 1;',
  ])('may add, and relax: %s', (sql) => {
    expect(problemOf(sql)).toBeUndefined()
  })

  it('may remove what an earlier release stopped using', () => {
    expect(problemOf('-- Contracts: unused since 0.2.0\ndrop table t;')).toBeUndefined()
    expect(problemOf('-- Contracts: unused since 0.3.0\ndrop table t;')).toBe(
      '0050_x.sql: CHANGELOG.md has no release 0.3.0.',
    )
  })

  it('from before the rule is accepted', () => {
    expect(problemOf('drop table t;', '0031_unused_uploads.sql')).toBeUndefined()
  })
})
