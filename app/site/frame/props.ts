import type { ReactNode } from 'react'
import type { FrameData } from '../base/frame-data.server.ts'
import type { RootData } from '../base/root-data.server.ts'

/** The drawer's, by which the header's button opens it. */
export const SIDEBAR_ID = 'sidebar'

export interface FrameProps {
  root: RootData
  frame: FrameData
  /** Of the page within, for the links to it in other languages and for marking it in the menu. */
  path: string
  search: string
  children: ReactNode
}
