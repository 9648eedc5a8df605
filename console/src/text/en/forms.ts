/** What forms say that declare something. */
export const forms = {
  "forms.entry": "Entry {number}: {message}.",
  "forms.faults": "It was not saved. This is wrong:",
  "forms.saved": "Saved.",
  "forms.deleteTitle": "Delete {name}?",
  "forms.deleted": "{name} was deleted.",
  "forms.leaveTitle": "Leave without saving?",
  "forms.leaveText": "What you have changed here is lost.",
  "forms.leave": "Leave",
  "forms.yaml": "YAML",
  "forms.showYaml": "Show as YAML",
  "forms.hideYaml": "Hide the YAML",
  "forms.yamlHint":
    "The same for a file that vedette apply reads. Secrets come from the environment there.",
  "forms.nothingFound": "Nothing of this name",
} as const;
