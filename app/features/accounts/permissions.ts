/** What a person may do in the back office. Only owners change owners. */
export const STAFF_ROLES = ['owner', 'administrator', 'editor', 'analyst'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Who may read and who may change each part of the back office; owners and administrators may do both everywhere. A
 * part is one or several screens with their actions.
 */
const PARTS = {
  dashboard: { editor: 'read', analyst: 'read' },
  // The sports, countries and leagues.
  catalogue: { editor: 'read', analyst: 'read' },
  matches: { editor: 'read', analyst: 'read' },
  // Teams, leagues and matches that several sources name differently.
  matching: { editor: null, analyst: 'read' },
  links: { editor: 'read', analyst: 'read' },
  promotions: { editor: 'change', analyst: 'read' },
  // Pages that the operator writes.
  pages: { editor: 'change', analyst: 'read' },
  // The texts of matches, and translations.
  texts: { editor: 'change', analyst: 'read' },
  images: { editor: 'change', analyst: null },
  languages: { editor: 'read', analyst: 'read' },
  bookmakers: { editor: 'read', analyst: 'read' },
  // What visitors of a country may see.
  audiences: { editor: 'read', analyst: 'read' },
  // The reviews of bookmakers.
  reviews: { editor: 'change', analyst: 'read' },
  clicks: { editor: 'read', analyst: 'read' },
  // What bookmakers report, and how they may.
  earnings: { editor: null, analyst: 'read' },
  // Sources, their schedules and runs.
  feeds: { editor: null, analyst: 'read' },
  // The tools that start imports and delete old data.
  imports: { editor: null, analyst: null },
  alerts: { editor: null, analyst: null },
  // The keys of the read API.
  api: { editor: null, analyst: null },
  settings: { editor: null, analyst: null },
  // Accounts, sign-ins and sessions.
  people: { editor: null, analyst: null },
  history: { editor: null, analyst: 'read' },
} as const satisfies Record<string, Record<'editor' | 'analyst', 'read' | 'change' | null>>

export type Part = keyof typeof PARTS
export type Permission = `${Part}.${'read' | 'change'}`

export function may(role: StaffRole, permission: Permission): boolean {
  if (role === 'owner' || role === 'administrator') return true
  const [part, wanted] = permission.split('.') as [Part, 'read' | 'change']
  const given = PARTS[part][role]
  return given === 'change' || given === wanted
}

export function isStaffRole(role: unknown): role is StaffRole {
  return STAFF_ROLES.includes(role as StaffRole)
}

/** The roles that a person may give to others, and take from them. */
export function givableRoles(role: StaffRole): readonly StaffRole[] {
  if (role === 'owner') return STAFF_ROLES
  return role === 'administrator' ? STAFF_ROLES.filter((it) => it !== 'owner') : []
}
