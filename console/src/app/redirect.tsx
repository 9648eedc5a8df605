import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Leads elsewhere, once. The router's own component leads there again whenever what is around it is drawn, which the way
 * itself makes happen.
 *
 * @param search what it is when this is first shown counts.
 */
export function Redirect({ to, search = {} }: { to: string; search?: Record<string, string> }) {
  const navigate = useNavigate();
  const [first] = useState({ to, search });
  useEffect(() => {
    void navigate({ ...first, replace: true });
  }, [navigate, first]);
  return null;
}
