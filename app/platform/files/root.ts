import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project's folder, which has the migrations, the labels and the build: the sources and the build lie below it. */
export const ROOT = folderAbove(import.meta.dirname, 'package.json')

function folderAbove(folder: string, file: string): string {
  if (existsSync(path.join(folder, file))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error(`${file} is in no folder above ${import.meta.dirname}`)
  return folderAbove(above, file)
}
