/** What test databases and servers begin with, for a measurement that uses them: imported for its effect. */
import prepareTemplates from '#tests/support/template.ts'

const removeTemplates = await prepareTemplates()
process.once('beforeExit', () => removeTemplates())
