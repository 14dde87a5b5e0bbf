import { takeOver } from './react-root.tsx'
import { SureStakes } from './sure-stakes.tsx'

export const start = (element: HTMLElement) => takeOver(element, SureStakes)
