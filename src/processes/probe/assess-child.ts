import { createAssessmentEngine } from "#engines/assess";
import { answerAssessment } from "./answer-assessment.ts";

answerAssessment(createAssessmentEngine());
