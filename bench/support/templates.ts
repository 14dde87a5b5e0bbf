/** Templates of test databases and servers for a measurement; imported for its side effect. */
import prepareTemplates from '#tests/support/template.ts'

const removeTemplates = await prepareTemplates()
process.once('beforeExit', () => removeTemplates())
