import { AccountArea, BarAccount } from './account-area.tsx'
import { takeOver } from './react-root.tsx'

export const start = (element: HTMLElement) => takeOver(element, AccountArea)
export const startBar = (element: HTMLElement) => takeOver(element, BarAccount)
