/** The name of a meta element which states that the operator's head scripts run in the document. */
export const HEAD_SCRIPTS_MARK = 'overround-head-scripts'
