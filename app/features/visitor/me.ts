/** The window event that asks the visitor to sign in. */
export const SHOW_LOGIN_MODAL = 'show-login-modal'

/** In dollars: a placeholder until the site has balances. */
export const PLACEHOLDER_BALANCE = 1000

/**
 * The URL fragment after a confirmed sign-up: the page is the same for all visitors, and the browser shows the
 * visitor's welcome.
 */
export const WELCOME = '#welcome'
