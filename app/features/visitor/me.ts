/** The window event that asks the visitor to sign in (public specification, section 2). */
export const SHOW_LOGIN_MODAL = 'show-login-modal'

/** In dollars: a placeholder until there are balances (decisions 8). */
export const PLACEHOLDER_BALANCE = 1000

/** The fragment with which a confirmed sign-up comes home: the page is everybody's, its word is the visitor's own. */
export const WELCOME = '#welcome'
