import { getProfile } from '#app/features/accounts/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { personalRead } from './reads.server.ts'

/** The profile of the token's user. */
export const loader = personalRead(ENDPOINTS.readProfile, async ({ services, user }) => {
  const profile = await getProfile(services, user.id)
  if (!profile) return { error: 'not-found' }
  return {
    value: {
      id: user.id,
      email: profile.email,
      username: profile.username,
      full_name: profile.fullName,
      phone: profile.phone,
      country: profile.country,
      preferred_language: profile.preferredLanguage,
    },
  }
})
