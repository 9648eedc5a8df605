/** States, severities and durations, as every room names them, and the overview with it. */
export const states = {
  "duration.days": "{count} d",
  "duration.hours": "{count} h",
  "duration.minutes": "{count} min",
  "duration.seconds": "{count} s",
  "incidents.isOpen": "Open",
  "incidents.isClosed": "Closed",
  "incidents.isAcknowledged": "Taken on",
  "incidents.isFlapping": "Flapping",
  "incidents.flappingHint": "It changes too often to be believed: it stays open until it settles.",
  "incidents.isBackfilled": "Found later",
  "incidents.backfilledHint": "Found in results that came late, so nobody was paged.",
  "incidents.collectorName": "Collector {name}",

  "sensors.status.down": "Down",
  "sensors.status.stale": "No news",
  "sensors.status.unknown": "Not known",
  "sensors.status.maintenance": "Maintenance",
  "sensors.status.up": "Up",
  "sensors.status.paused": "Paused",

  "findings.severity.CRITICAL": "Critical",
  "findings.severity.HIGH": "High",
  "findings.severity.MEDIUM": "Medium",
  "findings.severity.LOW": "Low",
  "findings.severity.INFO": "Info",
};
