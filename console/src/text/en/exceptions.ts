/** Exceptions: from rules of audits, and from what is wrong in directories. */
export const exceptions = {
  "exceptions.reason": "Reason",
  "exceptions.owner": "Who answers for it",
  "exceptions.until": "Until",
  "exceptions.untilHint": "To the end of that day. Empty: until somebody ends it.",
  "exceptions.untilEnded": "until it is ended",
  "exceptions.covers": "Covers",
  "exceptions.made": "Made",
  "exceptions.state": "State",
  "exceptions.state.holds": "Holds",
  "exceptions.state.expired": "Expired",
  "exceptions.state.ended": "Ended",
  "exceptions.endedBy": "by {name}",
  "exceptions.end": "End the exception",
  "exceptions.ended": "The exception was ended.",
} as const;
