import moreFonts from '../more-fonts.css?url'

/** The style sheet with the fonts of rarer letters. */
export const MORE_FONTS = moreFonts
