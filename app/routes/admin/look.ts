import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { LIGHT_PRESET } from '#app/features/theme/default-colours.ts'
import type { ThemeSettings } from '#app/features/theme/rules.ts'

/** The back office has its own colours, so that the site's colours cannot make it unreadable. */
export type Look = 'light' | 'dark'

const COOKIE = 'overround.back-office-look'

const THEMES: Record<Look, ThemeSettings> = {
  light: {
    ...DEFAULT_SETTINGS,
    ...LIGHT_PRESET,
    visitor_schemes: false,
    sidebar_background_color: '#ffffff',
    sidebar_menu_gradient_enabled: false,
  },
  dark: {
    ...DEFAULT_SETTINGS,
    visitor_schemes: false,
    // Buttons and panels with a border have the background of their parent.
    container_border_color: '#3b4b48',
    card_border_color: '#2c3a38',
    sidebar_menu_gradient_enabled: false,
  },
}

export function backOfficeTheme(look: Look): ThemeSettings {
  return THEMES[look]
}

export function readLook(cookies: string | null): Look {
  return cookies?.split(/;\s*/).includes(`${COOKIE}=dark`) ? 'dark' : 'light'
}

/** A cookie that keeps the choice for a year. @param https whether the site's public address is https */
export function lookCookie(look: Look, https: boolean): string {
  return `${COOKIE}=${look}; Path=/admin; Max-Age=31536000; SameSite=Lax; HttpOnly${https ? '; Secure' : ''}`
}
