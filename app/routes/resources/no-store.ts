/** For responses that belong to one visitor. */
export const NO_STORE = { headers: { 'Cache-Control': 'no-store' } }
