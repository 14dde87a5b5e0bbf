/** The name of a meta element that tells, in the document, that the operator's head scripts run in it. */
export const HEAD_SCRIPTS_MARK = 'overround-head-scripts'
