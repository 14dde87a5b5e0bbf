import type { Reporter, TestModule, TestSpecification } from 'vitest/node'
import { mostlyWaits } from './waiting-files.ts'

/** So many files are left when the next step may begin: the processes still have work while it prepares its site. */
const LEFT = 24

/**
 * Tells the program that has started a run when its last files begin, and those that mostly wait: a core is then idle more and
 * more often.
 */
export default class EndingReporter implements Reporter {
  #left = 0

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#left = files.filter(({ moduleId }) => !mostlyWaits(moduleId)).length
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    if (mostlyWaits(moduleId)) return
    this.#left -= 1
    if (this.#left === LEFT) process.send?.('ending')
  }
}
