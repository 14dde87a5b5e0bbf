import type { ReactNode } from 'react'
import type { FrameData } from '../base/frame-data.server.ts'
import type { RootData } from '../base/root-data.server.ts'

/** The id of the drawer, for the header's button. */
export const SIDEBAR_ID = 'sidebar'

export interface FrameProps {
  root: RootData
  frame: FrameData
  /** The path of the page, for links to it in other languages and for the current entry of the menu. */
  path: string
  search: string
  /** Whether a visitor can choose the price format here; account screens use the profile's. */
  hasFormats?: boolean
  children: ReactNode
}
