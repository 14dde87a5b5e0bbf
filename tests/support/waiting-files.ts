const WAITING_FILES =
  /tests\/program\/|tests\/routes\/(outage|true-prices|experiments)\.|(kill|removal|jobs|slow-feeds|lock)\.test|db\/connection\.test|server\/(cli\/|alerts\.)/

/** Whether a file mostly waits, for processes to start and for limits to run out: both cores are idle when such files run alone. */
export const mostlyWaits = (file: string): boolean => WAITING_FILES.test(file)
